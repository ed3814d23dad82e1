/** The player of the event around a block, until that event is known. */
export const PLAYER = "$\u0000player";
/** The player whose card it is, in a pattern. */
export const OWNER = "%owner";
/** A name that a block must have and the card does not use yet; within a pattern also the way to refer to it. */
export const LABEL = "%label";
/** The event or moment around a block, in a pattern. */
export const EVENT = "%event";
/** Before the name of a key beside this one, whose value is meant here too, in a pattern. */
export const SAME = "%same ";
/** The key of a block without its discriminator that tells the type of what its reference means, in a pattern. */
export const GIVES = "%gives";
