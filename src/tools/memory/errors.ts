export const NO_OBJECT = { object_not_found: 'No object has that name; details.suggestions lists similar names' } as const
export const STORAGE = { storage_full: 'The disk of the memory file is full or read-only' } as const
