struct shape {
  int width, height, depth;
};

int checked(const char *name, int value);
int area(const struct shape *shape);
int volume(const struct shape *shape);
