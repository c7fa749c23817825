/** A property of an object that is not a link. */
export type Attribute = { name: string; value: string }

export const attributesIn = (json: string): Attribute[] => JSON.parse(json)

/** Returns the attributes as one text, to be searched. */
export const attributeText = (json: string): string =>
  attributesIn(json)
    .map(({ name, value }) => `${name} ${value}`)
    .join('\n')
