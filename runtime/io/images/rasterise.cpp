#include "runtime/io/images/rasterise.hpp"
#include "runtime/fault.hpp"
#include <cmath>
#include <cstdint>
#include <dlfcn.h>
#include <memory>

namespace nova {

namespace {

constexpr double greatest_side = 20'000;
constexpr int argb32 =
    0; ///< CAIRO_FORMAT_ARGB32: a pixel has 32 bits, from the highest alpha, red, green and blue

[[noreturn]] void fail_raster(std::string why) { fail("E0437", {std::move(why)}); }

struct Viewport {
  double x, y, width, height;
};

/// The functions of librsvg and of cairo that are called. They are looked up when they are needed first, so that Nova runs
/// without them.
struct Rasteriser {
  void* (*from_data)(const uint8_t*, size_t, void**);
  int (*size)(void*, double*, double*);
  int (*render)(void*, void*, const Viewport*, void**);
  void (*unref)(void*);
  void* (*surface)(int, int, int);
  void* (*context)(void*);
  void (*flush)(void*);
  const uint8_t* (*data)(void*);
  int (*stride)(void*);
  void (*drop_context)(void*);
  void (*drop_surface)(void*);
  bool complete = false;

  Rasteriser() {
    void* const rsvg = dlopen("librsvg-2.so.2", RTLD_NOW | RTLD_LOCAL);
    void* const cairo = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    void* const objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!rsvg || !cairo || !objects) return;
    complete =
        find(rsvg, "rsvg_handle_new_from_data", from_data) &&
        find(rsvg, "rsvg_handle_get_intrinsic_size_in_pixels", size) &&
        find(rsvg, "rsvg_handle_render_document", render) && find(objects, "g_object_unref", unref) &&
        find(cairo, "cairo_image_surface_create", surface) && find(cairo, "cairo_create", context) &&
        find(cairo, "cairo_surface_flush", flush) && find(cairo, "cairo_image_surface_get_data", data) &&
        find(cairo, "cairo_image_surface_get_stride", stride) && find(cairo, "cairo_destroy", drop_context) &&
        find(cairo, "cairo_surface_destroy", drop_surface);
  }

 private:
  template <class F> static bool find(void* library, const char* name, F& to) {
    to = reinterpret_cast<F>(dlsym(library, name));
    return to != nullptr;
  }
};

const Rasteriser& rasteriser() {
  static const Rasteriser r;
  if (!r.complete)
    fail_raster(
        "it needs the library librsvg, which is not installed (in Debian: librsvg2-2); write-svg needs none");
  return r;
}

using Owned = std::unique_ptr<void, void (*)(void*)>;

/// Copies the pixels to a column of red, green and blue.
Array colours_of(const uint8_t* from, int64_t stride, int64_t width, int64_t height, Layouts& layouts) {
  PrimitiveFill out(layouts.primitive(Element::U8), 3 * width * height);
  auto* to = out.as<uint8_t>();
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < width; ++x) {
      const uint8_t* pixel = from + y * stride + 4 * x; // blue, green, red, alpha
      for (const int channel : {2, 1, 0}) *to++ = pixel[channel];
    }
  return {out.finish(), 0, std::vector<int64_t>{height, width, 3}};
}

} // namespace

Array rasterised(std::string_view svg, Layouts& layouts) {
  const Rasteriser& r = rasteriser();
  const Owned handle(r.from_data(reinterpret_cast<const uint8_t*>(svg.data()), svg.size(), nullptr), r.unref);
  double width = 0, height = 0;
  if (!handle || !r.size(handle.get(), &width, &height))
    fail_raster("its text is no SVG picture with a size in pixels");
  if (!(width >= 1 && height >= 1 && width <= greatest_side && height <= greatest_side))
    fail_raster("its sides are from 1 to 20000 pixels");
  const auto w = static_cast<int>(std::ceil(width)), h = static_cast<int>(std::ceil(height));
  const Owned surface(r.surface(argb32, w, h), r.drop_surface);
  const Owned context(r.context(surface.get()), r.drop_context);
  const Viewport all{0, 0, width, height};
  const bool drawn = r.render(handle.get(), context.get(), &all, nullptr);
  r.flush(surface.get());
  const uint8_t* pixels = r.data(surface.get());
  if (!drawn || !pixels) fail_raster("librsvg cannot draw it");
  return colours_of(pixels, r.stride(surface.get()), w, h, layouts);
}

} // namespace nova
