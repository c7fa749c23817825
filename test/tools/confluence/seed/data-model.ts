/** The deployments that have a field: it is null on the other one. */
type Deployments = 'both' | 'cloud' | 'datacenter' | 'nowhere'

/** A field of the seed's data model, its path in the response, its deployments, and the reason for a difference. */
export type Field = readonly [seed: string, ours: string, deployments?: Deployments, why?: string]

const NO_ACCOUNTS = 'accounts are of Cloud: Data Center has user names and keys'
const NOT_IN_V2 = 'version 2 of Cloud does not tell it'

const userAt = (seed: string, ours: string): readonly Field[] => [
  [`${seed}type`, `${ours}type`],
  [`${seed}accountId`, `${ours}account_id`, 'cloud', NO_ACCOUNTS],
  [`${seed}accountType`, `${ours}account_type`, 'cloud', NO_ACCOUNTS],
  [`${seed}email`, `${ours}email`, 'datacenter', 'Cloud hides it unless the user shows it: empty is null'],
  [`${seed}publicName`, `${ours}public_name`, 'cloud', NO_ACCOUNTS],
  [`${seed}displayName`, `${ours}display_name`],
  [`${seed}profilePicture.path`, `${ours}profile_picture.path`],
  [`${seed}profilePicture.width`, `${ours}profile_picture.width`],
  [`${seed}profilePicture.height`, `${ours}profile_picture.height`],
  [`${seed}profilePicture.isDefault`, `${ours}profile_picture.is_default`],
  [`${seed}isExternalCollaborator`, `${ours}is_external_collaborator`, 'cloud', NO_ACCOUNTS]
]

const spaceInfoAt = (seed: string, ours: string): readonly Field[] =>
  ['id', 'key', 'name', 'type', 'status'].map(name => [`${seed}${name}`, `${ours}${name}`] as const)

const versionAt = (seed: string, ours: string): readonly Field[] => [
  [`${seed}number`, `${ours}number`],
  [`${seed}when`, `${ours}when`],
  [`${seed}by`, `${ours}by`],
  [`${seed}message`, `${ours}message`],
  [`${seed}minorEdit`, `${ours}minor_edit`],
  [`${seed}syncRev`, `${ours}sync_rev`, 'nowhere', 'only some answers of version 1 hold it: the recordings do'],
  [`${seed}confRev`, `${ours}conf_rev`, 'nowhere', 'only some answers of version 1 hold it: the recordings do']
]

const bodyAt = (format: string): readonly Field[] => [
  [`body.${format}.value`, `body.${format}.value`],
  [`body.${format}.representation`, `body.${format}.representation`],
  [`body.${format}.embeddedContent`, `body.${format}.embedded_content`, 'datacenter', NOT_IN_V2]
]

const referenceAt = (seed: string, ours: string): readonly Field[] =>
  ['id', 'type', 'status', 'title'].map(name => [`${seed}${name}`, `${ours}${name}`] as const)

/** Of a page with everything expanded, its body in storage. */
export const PAGE: readonly Field[] = [
  ['id', 'id'],
  ['type', 'type'],
  ['status', 'status'],
  ['title', 'title'],
  ...spaceInfoAt('space.', 'space.'),
  ...versionAt('version.', 'version.'),
  ...referenceAt('ancestors[].', 'ancestors.0.'),
  ...referenceAt('children[].', 'children.0.'),
  ...bodyAt('storage'),
  ['metadata.labels[].name', 'metadata.labels.0.name'],
  ['metadata.properties', 'metadata.properties'],
  ['metadata.frontend_url', 'metadata.frontend_url'],
  ['metadata.created', 'metadata.created'],
  ['metadata.createdBy', 'metadata.created_by'],
  ['restrictions', 'restrictions'],
  ['extensions', 'extensions.position']
]

/** Of the same page, once in each further format. */
export const BODIES = ['view', 'export_view', 'styled_view', 'editor'] as const
export const BODY: Readonly<Record<(typeof BODIES)[number], readonly Field[]>> = {
  view: bodyAt('view'),
  export_view: bodyAt('export_view'),
  styled_view: bodyAt('styled_view'),
  editor: bodyAt('editor')
}

/** Of a space with everything expanded. */
export const SPACE: readonly Field[] = [
  ...spaceInfoAt('', ''),
  ['description', 'description'],
  ['homepage.id', 'homepage.id'],
  ['homepage.title', 'homepage.title', 'datacenter', 'version 2 of Cloud names the home page by its id alone'],
  ['metadata.labels[].name', 'metadata.labels.0.name'],
  ['metadata.created', 'metadata.created'],
  ['metadata.createdBy', 'metadata.created_by'],
  ['permissions', 'permissions'],
  ['settings', 'settings', 'cloud', 'Data Center describes no settings of a space']
]

export const ATTACHMENT: readonly Field[] = [
  ['id', 'id'],
  ['type', 'type'],
  ['status', 'status'],
  ['title', 'title'],
  ...versionAt('version.', 'version.'),
  ['container.id', 'container.id'],
  ['container.type', 'container.type'],
  ['metadata.mediaType', 'metadata.media_type'],
  ['metadata.fileSize', 'metadata.file_size'],
  ['metadata.comment', 'metadata.comment'],
  ['metadata.created', 'metadata.created'],
  ['metadata.createdBy', 'metadata.created_by'],
  ['extensions.fileSize', 'extensions.file_size', 'datacenter', 'version 2 of Cloud has them in metadata only'],
  ['extensions.mediaType', 'extensions.media_type', 'datacenter', 'version 2 of Cloud has them in metadata only'],
  ['extensions.comment', 'extensions.comment', 'datacenter', 'version 2 of Cloud has them in metadata only']
]

export const USER: readonly Field[] = userAt('', '')

export const LABEL: readonly Field[] = [
  ['prefix', 'prefix'],
  ['name', 'name'],
  ['id', 'id'],
  ['label', 'label', 'datacenter', NOT_IN_V2]
]

/** Of a search response, with its metadata. */
export const FOUND: readonly Field[] = [
  ['results', 'items.0'],
  ['start', 'pagination.start'],
  ['limit', 'pagination.limit'],
  ['size', 'pagination.size'],
  ['totalSize', 'total.value'],
  ['cqlQuery', 'cql'],
  ['searchDuration', 'search_duration_ms'],
  ...referenceAt('results[].content.', 'items.0.content.'),
  ['results[].title', 'items.0.title'],
  ['results[].excerpt', 'items.0.excerpt'],
  ['results[].url', 'items.0.url'],
  ['results[].resultGlobalContainer.title', 'items.0.result_global_container.title'],
  ['results[].resultGlobalContainer.displayUrl', 'items.0.result_global_container.display_url'],
  ['results[].breadcrumbs', 'items.0.breadcrumbs'],
  ['results[].entityType', 'items.0.entity_type'],
  ['results[].iconCssClass', 'items.0.icon_css_class'],
  ['results[].lastModified', 'items.0.last_modified'],
  ['results[].friendlyLastModified', 'items.0.friendly_last_modified']
]
