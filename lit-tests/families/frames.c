// Functions with arrays, switches, loops and calls become one, each aligned with the first: five of one shape, and three that
// have little in common. At -O0 all is in allocas, at -O2 in registers; with -g each stays what it was for the debugger.
// RUN: split-file %s %t
// RUN: %clang -O2 %t/main.c -o %t.plain && %t.plain > %t.expected
// RUN: sh %t/try.sh "%clang" "%opt" %t -O1
// RUN: sh %t/try.sh "%clang" "%opt" %t -O2
// RUN: sh %t/try.sh "%clang" "%opt" %t -Oz -g
// RUN: sh %t/try.sh "%clang" "%opt" %t -O0 -Xclang -disable-O0-optnone

//--- try.sh
# Merges the families in the program, as it is compiled with the options after the third, and runs it.
clang=$1 opt=$2 folder=$3
shift 3
set -e
$clang "$@" -c -emit-llvm $folder/main.c -o $folder/main.bc
FMERGE_LOG=info $opt -passes="f3m<by-hand=$folder/families.json;verify>,verify" $folder/main.bc -o $folder/merged.bc 2> $folder/log
grep -q 'merged hash_a and hash_b and hash_c and hash_d and hash_e,' $folder/log
grep -q 'merged walk and spell and tally,' $folder/log
$clang "$@" $folder/merged.bc -o $folder/merged
$folder/merged | diff $folder.expected -

//--- families.json
[{"members": ["hash_a", "hash_b", "hash_c", "hash_d", "hash_e"]},
 {"members": ["walk", "spell", "tally"]}]

//--- main.c
#include <stdio.h>
#include <string.h>

#define APART __attribute__((noinline)) static

APART unsigned mix(unsigned a, unsigned b) { return (a ^ b) * 2654435761u; }
APART unsigned fold(unsigned a, unsigned b) { return (a << 5) + (a >> 2) + b; }

APART unsigned hash_a(const unsigned char *text, int length) {
  unsigned all = 5381;
  unsigned char copy[32];
  memcpy(copy, text, 16);
  for (int i = 0; i < length; ++i)
    all = mix(all, copy[i & 15]);
  return all;
}

APART unsigned hash_b(const unsigned char *text, int length) {
  unsigned all = 17;
  unsigned char copy[32];
  memcpy(copy, text, 16);
  for (int i = 0; i < length; ++i)
    all = fold(all, copy[i & 15] + 3u);
  return all;
}

APART unsigned hash_c(int length, const unsigned char *text, unsigned seed) {
  unsigned all = seed;
  for (int i = length - 1; i >= 0; --i) {
    all = mix(all, text[i]);
    if (all & 1)
      all = fold(all, 9);
  }
  return all;
}

APART unsigned hash_d(const unsigned char *text, int length) {
  unsigned all = 5381, other = 1;
  unsigned char copy[64];
  memset(copy, 7, sizeof copy);
  memcpy(copy, text, 16);
  for (int i = 0; i < length; ++i) {
    all = mix(all, copy[i & 31]);
    other += all & 15;
  }
  return all + other;
}

static unsigned long hash_e_seed = 3;
APART unsigned hash_e(const unsigned char *text, long length) {
  unsigned all = (unsigned)hash_e_seed;
  switch (length & 3) {
  case 0:
    all += 4;
    break;
  case 1:
    all = mix(all, 1);
    /* fall through */
  case 2:
    all = fold(all, 2);
    break;
  default:
    return all;
  }
  for (long i = 0; i < length; ++i)
    all = mix(all, text[i]);
  return all;
}

struct node {
  struct node *next;
  int value;
};

APART int walk(const struct node *list, int limit) {
  int sum = 0;
  for (; list && sum < limit; list = list->next) {
    switch (list->value % 5) {
    case 0:
      sum += 1;
      break;
    case 1:
      sum += list->value * 2;
      break;
    case 3:
      return sum - 100;
    default:
      sum ^= list->value;
    }
  }
  return sum;
}

APART void spell(const char *word, char *out, int times) {
  char letters[27] = {0};
  int used = 0;
  while (*word && times > 0) {
    switch (*word % 5) {
    case 0:
      letters[used++] = 'a';
      break;
    case 2:
      letters[used++] = *word;
      --times;
      break;
    default:
      letters[used++] = (char)(*word + 1);
    }
    ++word;
  }
  strcpy(out, letters);
}

APART int tally(double scale, int from, const int *numbers) {
  int sum = 0;
  for (int i = from; numbers[i]; ++i) {
    double scaled = numbers[i] * scale;
    if (scaled > 10.0)
      sum += (int)scaled;
    else
      sum -= numbers[i];
  }
  return sum;
}

int main(void) {
  const unsigned char text[] = "the quick brown fox jumps over the lazy dog";
  for (int n = 0; n < 20; n += 3)
    printf("%u %u %u %u %u\n", hash_a(text, n), hash_b(text, n), hash_c(n, text, 77), hash_d(text, n), hash_e(text, n));
  struct node nodes[8];
  for (int i = 0; i < 8; ++i) {
    nodes[i].value = i * 7 + 1;
    nodes[i].next = i < 7 ? &nodes[i + 1] : 0;
  }
  const int numbers[] = {1, 50, 3, 99, 2, 0};
  char out[32];
  spell("merging families", out, 3);
  printf("%d %d %s %d %d\n", walk(nodes, 1000), walk(nodes + 1, 20), out, tally(0.5, 0, numbers), tally(2.5, 2, numbers));
  return 0;
}
