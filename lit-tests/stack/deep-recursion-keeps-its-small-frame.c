// A function that recurses 2,000 deep with a small frame is not merged with one that has 256 KB of locals, forced
// or not: 2,000 such frames overflow the stack.
// RUN: %clang -Os %s -o %t.plain
// RUN: %t.plain > %t.expected
// RUN: %clang -Os -fpass-plugin=%plugin %s -o %t
// RUN: %t | diff %t.expected -
// RUN: %clang -Os -S -emit-llvm %s -o %t.ll
// RUN: %opt -passes='f3m<force;verify>' %t.ll -o %t.bc
// RUN: %clang -O1 -Xclang -disable-llvm-passes %t.bc -o %t.forced
// RUN: %t.forced | diff %t.expected -
#include <stdio.h>

struct node { struct node *left, *right; int value, weight; };
static struct node nodes[2001];

__attribute__((noinline)) int use(char *buffer, int x, int y) {
  buffer[0] = x;
  buffer[1] = y;
  return (buffer[0] * 31) ^ buffer[1];
}

__attribute__((noinline)) static int dump(struct node *n, int depth) {
  char buffer[262144];
  int r = use(buffer, n->value, depth);
  r += use(buffer, n->weight, depth + r);
  if (n->left)
    r += use(buffer, n->left->value, depth + 1);
  r ^= use(buffer, r, 17);
  if (n->right)
    r -= use(buffer, n->right->weight, depth + 2);
  return r + use(buffer, 3, r);
}

__attribute__((noinline)) static int walk(struct node *n, int depth) {
  char buffer[8];
  int r = use(buffer, n->value, depth);
  r += use(buffer, n->weight, depth + r);
  if (n->left)
    r += walk(n->left, depth + 1);
  r ^= use(buffer, r, 17);
  if (n->right)
    r -= use(buffer, n->right->weight, depth + 2);
  return r + use(buffer, 3, r);
}

int main(void) {
  for (int i = 0; i < 2000; i++) {
    nodes[i].left = &nodes[i + 1];
    nodes[i].value = i;
    nodes[i].weight = i * 7;
  }
  printf("%d\n", dump(nodes, 1));
  printf("%d\n", walk(nodes, 1));
}
