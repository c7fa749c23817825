/** The task is too much, in time or space, and its thread is ended. */
export class TooMuch extends Error {}

/** The task cannot be done, for a reason that whoever gave it may read. Whatever else a task throws is a defect of ours. */
export class CannotBeDone extends Error {}
