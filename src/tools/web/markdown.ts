import { inLine } from '../../lib/format.ts'
import type { Page, Place, SearchResult } from './schemas.ts'

export function pageText({ title, url, content, next_offset, published_time, warnings }: Page): string {
  const heading = `# ${inLine(title ?? url)}`
  const text = content.startsWith(`${heading}\n`) ? content.slice(heading.length).trimStart() : content
  const head = [heading, `<${url}>${published_time === null ? '' : `, ${published_time}`}`]
  const notes = warnings.map(warning => `> ${inLine(warning)}`)
  const more = next_offset === null ? [] : [`*More: content_offset ${next_offset}*`]
  return [...head, ...notes, text, ...more].join('\n\n')
}

export const resultsText = (results: SearchResult[]): string =>
  results.length === 0
    ? 'Nothing found.'
    : results
        .map(
          ({ title, url, description, age }, place) =>
            `${place + 1}. [${inLine(title)}](${inLine(url)})${age ? ` (${inLine(age)})` : ''}\n   ${inLine(description)}`
        )
        .join('\n')

export const placesText = (places: Place[]): string => (places.length === 0 ? 'Nothing found.' : places.map(placeText).join('\n\n'))

function placeText({ title, url, address, phone, rating, best_rating, review_count, opening_hours, description }: Place): string {
  const facts = [
    address,
    phone,
    rating === null
      ? null
      : `rated ${rating}${best_rating === null ? '' : ` of ${best_rating}`}${review_count === null ? '' : ` by ${review_count}`}`,
    opening_hours.length > 0 ? opening_hours.join(', ') : null,
    url
  ]
  return [
    `**${inLine(title)}**`,
    ...facts.filter(fact => fact !== null).map(fact => `- ${inLine(fact)}`),
    ...(description === null ? [] : [inLine(description)])
  ].join('\n')
}
