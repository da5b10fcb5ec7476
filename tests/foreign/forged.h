// Functions that answer in the place of their kernel's process (forged-answers.cmd). In the interpreter's process the answers
// are heard by no one.
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>
#pragma pack(1)
struct answer { // as child_answer.cpp sends it
  uint64_t size;
  uint8_t said, failed;
  uint32_t site;
  uint64_t scalars, length, columns, place, bytes;
  double first;
};
#pragma pack()
#define MOST (sizeof(struct answer) - 8) // an answer without elements
static double forge(double x, struct answer a, uint64_t size) {
  a.size = MOST < size ? MOST - 8 : size - 8, a.said = 1; // elements follow the message
  send(3, &a, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  usleep(300000);
  return x + 1;
}
static double forges_nothing(double x) {
  const struct answer a = {.scalars = 0, .length = 0}; // no scalar and no column
  return forge(x, a, 8 + 6 + 16);
}
static double forges_an_address(double x) {
  const struct answer a = {.scalars = 1, .length = 100000, .columns = 1, .place = 0x1000, .bytes = 800000};
  return forge(x, a, MOST);
}
static double forges_a_part(double x) {
  const struct answer a = {.scalars = 1, .length = 100000, .columns = 1, .bytes = 8, .first = 1.5};
  return forge(x, a, sizeof a);
}
static double forges_a_failure(double x) {
  const struct answer a = {.failed = 1, .site = 1000000};
  return forge(x, a, 8 + 6 + 16);
}
