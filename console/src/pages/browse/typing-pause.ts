/** Milliseconds without a key press after which typed text becomes a filter. */
export const typingPause = 180;
