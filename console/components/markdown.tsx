import { useMemo } from 'preact/hooks'
import { type Block, type Inline, readMarkdown } from '../lib/markdown.ts'
import { Scroll } from './scroll.tsx'

/** A longer text is shown as it is. */
const MAX_RENDERED = 300_000

/** Markdown of a response, as elements: its HTML is text, and its links open without access to this page. */
export function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => (text.length > MAX_RENDERED ? undefined : readMarkdown(text)), [text])
  return (
    <Scroll label="Rendered response" class="markdown foreign">
      {blocks ? <Blocks blocks={blocks} /> : <pre class="code">{text}</pre>}
    </Scroll>
  )
}

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, at) => (
      <OneBlock key={at} block={block} />
    ))}
  </>
)

function OneBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <p class="markdown-heading" dir="auto">
          <Inlines parts={block.children} />
        </p>
      )
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines parts={block.children} />
        </p>
      )
    case 'code':
      return (
        <Scroll label="Code" class="code">
          <pre>{block.text}</pre>
        </Scroll>
      )
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={at} dir="auto">
          <Blocks blocks={item} />
        </li>
      ))
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>
    }
    case 'table':
      return (
        <Scroll label="Table" class="table-box">
          <table>
            <thead>
              <tr>
                {block.head.map((cell, at) => (
                  <th key={at} scope="col">
                    <Inlines parts={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <div dir="auto">
                        <Inlines parts={cell} />
                      </div>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )
    case 'rule':
      return <hr />
  }
}

const Inlines = ({ parts }: { parts: readonly Inline[] }) => (
  <>
    {parts.map((part, at) => (
      <OneInline key={at} part={part} />
    ))}
  </>
)

function OneInline({ part }: { part: Inline }) {
  switch (part.kind) {
    case 'text':
      return <>{part.text}</>
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inlines parts={part.children} />
        </em>
      )
    case 'link':
      return (
        <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
          {part.text}
        </a>
      )
    case 'break':
      return <br />
  }
}
