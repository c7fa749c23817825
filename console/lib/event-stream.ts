/** An event of a stream (text/event-stream). */
export interface StreamEvent {
  event: string
  data: string
  id: string | undefined
}

/** Returns a function that takes the text of a stream piece by piece, and calls `onEvent` with each complete event. */
export function eventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let buffer = ''
  return text => {
    const blocks = (buffer + text).split(/\r?\n\r?\n/)
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readBlock(block)
      if (event) onEvent(event)
    }
  }
}

/** Comments and blocks without data are not events. */
function readBlock(block: string): StreamEvent | undefined {
  const data: string[] = []
  let event = 'message'
  let id: string | undefined
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const [field, value] = colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id') id = value
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n'), id }
}
