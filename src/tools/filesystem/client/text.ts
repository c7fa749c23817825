import { isUtf8 } from 'node:buffer'
import { OperationError } from '../../../contract/errors.ts'
import { isText, MEGABYTE, readUpTo } from './content.ts'
import { isErrno } from './failures.ts'
import { openFile } from './open.ts'
import type { Volume } from './volume.ts'

/** A larger file is neither searched nor edited. */
export const MOST_SEARCHED = 10 * MEGABYTE

/** Why a file that a walk met has no text to look at. */
export type Unsearchable = 'too_large' | 'not_text' | 'unreadable'

/** The bytes of a text file met on a walk. Whatever stands in the way is a fact about that file, not a failure of the walk. */
export async function textBytes(volume: Volume, file: string): Promise<Buffer | Unsearchable> {
  try {
    await using handle = await openFile(volume, { path: file, given: file })
    const { size } = await handle.stat()
    const bytes = size > MOST_SEARCHED ? undefined : await readUpTo(handle, MOST_SEARCHED, size)
    if (!bytes) return 'too_large'
    return isText(bytes.subarray(0, 8192)) && isUtf8(bytes) ? bytes : 'not_text'
  } catch (error) {
    if (isErrno(error) || error instanceof OperationError) return 'unreadable'
    throw error
  }
}
