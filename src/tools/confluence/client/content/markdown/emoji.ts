/** Emoji by their short name in Confluence. Others keep the bytes that a page has for them. */
const EMOJI = new Map(
  Object.entries({
    smile: '😄',
    grinning: '😀',
    slight_smile: '🙂',
    disappointed: '😞',
    stuck_out_tongue: '😛',
    wink: '😉',
    laughing: '😆',
    joy: '😂',
    thinking: '🤔',
    thumbsup: '👍',
    thumbsdown: '👎',
    clap: '👏',
    pray: '🙏',
    wave: '👋',
    eyes: '👀',
    rocket: '🚀',
    tada: '🎉',
    fire: '🔥',
    sparkles: '✨',
    star: '⭐',
    heart: '❤️',
    bulb: '💡',
    warning: '⚠️',
    question: '❓',
    exclamation: '❗',
    white_check_mark: '✅',
    heavy_check_mark: '✔️',
    x: '❌',
    no_entry: '⛔',
    information_source: 'ℹ️',
    bug: '🐛',
    memo: '📝',
    pushpin: '📌',
    calendar: '📅',
    hourglass: '⌛',
    lock: '🔒',
    key: '🔑',
    gear: '⚙️',
    wrench: '🔧',
    package: '📦',
    link: '🔗',
    mag: '🔍',
    book: '📖',
    books: '📚',
    chart_with_upwards_trend: '📈',
    construction: '🚧',
    red_circle: '🔴',
    yellow_circle: '🟡',
    green_circle: '🟢',
    blue_star: '⭐'
  })
)

/** Emoticons of Data Center, which have a name and nothing else. */
const EMOTICONS = new Set(
  'smile sad cheeky laugh wink thumbs-up thumbs-down information tick cross warning plus minus question light-on light-off yellow-star red-star green-star blue-star heart broken-heart'.split(
    ' '
  )
)

/** Returns the element for an emoji; undefined if its name is unknown. */
export function emoticonOf(name: string): string | undefined {
  const sign = EMOJI.get(name)
  if (sign !== undefined) {
    const id = Array.from(sign, one => one.codePointAt(0)?.toString(16)).join('-')
    return `<ac:emoticon ac:name="${EMOTICONS.has(name) ? name : 'blue-star'}" ac:emoji-shortname=":${name}:" ac:emoji-id="${id}" ac:emoji-fallback="${sign}" />`
  }
  return EMOTICONS.has(name) ? `<ac:emoticon ac:name="${name}" />` : undefined
}
