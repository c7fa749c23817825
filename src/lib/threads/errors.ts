/** The task exceeded its time or memory limit, and its thread was ended. */
export class TaskLimitError extends Error {}

/** The task cannot be done, for a reason that the caller may see. Any other error is a defect. */
export class TaskError extends Error {}
