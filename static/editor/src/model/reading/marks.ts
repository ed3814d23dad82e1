/** The player whose card it is, in what a game writes. */
export const OWNER = "%owner";
/** The card itself. */
export const THIS_CARD = "%this";
/** A name that a block must have and the card does not use yet, and the way to refer to it. */
export const LABEL = "%label";
/** The event or moment around a block. */
export const EVENT = "%event";
