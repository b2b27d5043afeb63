/* a river of code */
int river(int stone) {
	return stone ? river(stone - 1) : 0;
}

#define RIVER river
