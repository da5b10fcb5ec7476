#!/usr/bin/env python3
"""Makes the extension's package, which `code --install-extension` and the editor's command "Install from VSIX" take.

Usage: package.py [FILE]       FILE is nova-language-VERSION.vsix in this folder if it is not given.
"""
import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape, quoteattr

here = pathlib.Path(__file__).resolve().parent
root = here.parents[2]
TYPES = {"json": "application/json", "js": "application/javascript", "md": "text/markdown", "txt": "text/plain", "png": "image/png",
         "vsixmanifest": "text/xml"}

CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
{}
</Types>
"""

MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher} />
    <DisplayName>{title}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine} />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace" />
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true" />
  </Assets>
</PackageManifest>
"""


def manifest(package):
    quoted = {"name": package["name"], "version": package["version"], "publisher": package["publisher"], "engine": package["engines"]["vscode"]}
    plain = {"title": package["displayName"], "description": package["description"], "categories": ",".join(package["categories"])}
    return MANIFEST.format(**{k: quoteattr(v) for k, v in quoted.items()}, **{k: escape(v) for k, v in plain.items()})


def contents():
    """(path in the package, bytes) of all that the package holds."""
    package = json.loads((here / "package.json").read_text())
    files = sorted(p for kind in ("*.json", "*.js", "*.md") for p in here.glob(kind))
    out = [(f"extension/{p.name}", p.read_bytes()) for p in files]
    out += [("extension/LICENSE.txt", (root / "LICENSE").read_bytes()), ("extension.vsixmanifest", manifest(package).encode())]
    kinds = sorted({path.rpartition(".")[2] for path, _ in out})
    types = "\n".join(f'  <Default Extension=".{k}" ContentType="{TYPES[k]}" />' for k in kinds)
    return package, [("[Content_Types].xml", CONTENT_TYPES.format(types).encode()), *out]


def main():
    package, files = contents()
    target = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here / f"{package['name']}-{package['version']}.vsix"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as z:
        for path, data in files:
            entry = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))  # a fixed date: the same files make the same package
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            z.writestr(entry, data)
    print(target)


if __name__ == "__main__":
    main()
