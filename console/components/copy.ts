import { toast } from '../app/announce.ts'

/** Copies a text to the clipboard and reports it. A browser refuses on a page that came over HTTP from another host than localhost. */
export async function copy(text: string, message: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(message)
  } catch {
    toast('The browser does not allow copying on this page. Select the text and copy it.', 'failed')
  }
}
