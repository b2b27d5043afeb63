int room(int width, int depth);
int hall(int width, int depth);
