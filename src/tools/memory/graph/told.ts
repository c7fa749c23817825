/** Lines told of that were left out. By itself, since the client needs it: what else is here belongs to the thread, with the library of its queries. */
export const MOST_TOLD = 100
