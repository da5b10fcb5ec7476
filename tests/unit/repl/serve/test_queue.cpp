// Which request a cancellation ends, and what is left when a client goes.
#include "repl/serve/queue.hpp"
#include <doctest/doctest.h>

using namespace nova::serve;

namespace {

Request request(const char* id, size_t bytes = 1) {
  Request r;
  r.id = id, r.bytes = bytes;
  return r;
}

} // namespace

TEST_CASE("queue: a cancellation ends the request that it names, and no other") {
  int begun = 0, interrupted = 0;
  Queue q([&] { ++begun; }, [&] { ++interrupted; });
  for (const char* id : {"1", "2", "3"}) CHECK(q.push(request(id)));
  CHECK(q.cancel("1") == Queue::Cancelled::Waiting);
  CHECK(q.next()->id == "2");
  CHECK(q.is_busy());
  CHECK(q.cancel("1") == Queue::Cancelled::None);
  CHECK(interrupted == 0);
  CHECK(q.cancel("2") == Queue::Cancelled::Running);
  CHECK(interrupted == 1);
  q.finish();
  CHECK(q.cancel("2") == Queue::Cancelled::None);
  CHECK(q.next()->id == "3");
  CHECK(begun == 2);
  CHECK(interrupted == 1);
}

TEST_CASE("queue: what waits runs after the end of the input, and not after the client is gone") {
  int interrupted = 0;
  Queue closed([] {}, [] {}), left([] {}, [&] { ++interrupted; });
  for (Queue* q : {&closed, &left}) {
    q->push(request("1")), q->push(request("2"));
    CHECK(q->next());
  }
  closed.close(), left.leave();
  CHECK(interrupted == 1);
  for (Queue* q : {&closed, &left}) q->push(request("3")), q->finish();
  CHECK(closed.next()->id == "2");
  closed.finish();
  CHECK_FALSE(closed.next());
  CHECK_FALSE(left.next());
  CHECK(interrupted == 1);
}

TEST_CASE("queue: too many requests and too large ones are refused") {
  Queue q([] {}, [] {});
  CHECK_FALSE(q.push(request("large", size_t{1} << 40)));
  int taken = 0;
  while (taken < 100'000 && q.push(request("1"))) ++taken;
  CHECK(taken == 1024);
  CHECK(q.next());
  CHECK(q.push(request("2")));
}
