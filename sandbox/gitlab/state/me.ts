/** ID of the user that owns the sandbox tokens. */
export const ME = 1
