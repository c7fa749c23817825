// The calls of confluence.js on a sandbox server of Confluence Cloud. Prints one line of JSON for each: its name, and the error if it failed.
import { createV1Client, createV2Client } from 'confluence.js'

const [url, email, apiToken] = process.argv.slice(2)
const config = { host: url.replace(/\/wiki$/, ''), auth: { type: 'basic', email, apiToken } }
const v1 = createV1Client(config)
const v2 = createV2Client(config)
const ada = '5b10ac8d82e05b22cc7d4ef5'
const guide = 65538
const plan = 65540
const storage = value => ({ representation: 'storage', value })

async function call(name, work) {
  try {
    const result = await work()
    process.stdout.write(`${JSON.stringify({ name })}\n`)
    return result ?? {}
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ name, error: String(error.message).slice(0, 400) })}\n`)
    return {}
  }
}

const { results: [space = {}] = [] } = await call('space.getSpaces', () => v2.space.getSpaces({ keys: ['PLAY'] }))
const spaceId = Number(space.id)
await call('space.getSpaceById', () => v2.space.getSpaceById({ id: spaceId, descriptionFormat: 'plain', includeLabels: true }))
await call('space.createSpace', () => v2.space.createSpace({ body: { key: 'BEES', name: 'Bees' } }))
await call('v1 space.updateSpace', () => v1.space.updateSpace({ spaceKey: 'BEES', name: 'Beehives' }))
await call('v1 space.deleteSpace', () => v1.space.deleteSpace({ spaceKey: 'BEES' }))
await call('spacePermissions.getSpacePermissionsAssignments', () =>
  v2.spacePermissions.getSpacePermissionsAssignments({ id: spaceId, limit: 10 })
)
await call('label.getSpaceLabels', () => v2.label.getSpaceLabels({ id: spaceId }))
await call('label.getSpaceContentLabels', () => v2.label.getSpaceContentLabels({ id: spaceId }))
await call('operation.getSpaceOperations', () => v2.operation.getSpaceOperations({ id: spaceId }))

const page = await call('page.createPage', () =>
  v2.page.createPage({ body: { spaceId: String(spaceId), status: 'current', title: 'Bees', body: storage('<p>They buzz.</p>') } })
)
const id = Number(page.id)
const adf = { type: 'doc', version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'They hum.' }] }] }
await call('page.createPage of ADF', () =>
  v2.page.createPage({
    body: {
      spaceId: String(spaceId),
      parentId: page.id,
      title: 'Drones',
      body: { representation: 'atlas_doc_format', value: JSON.stringify(adf) }
    }
  })
)
await call('page.getPageById', () => v2.page.getPageById({ id, bodyFormat: 'storage', includeLabels: true }))
await call('page.getPageById as ADF', () => v2.page.getPageById({ id, bodyFormat: 'atlas_doc_format' }))
await call('page.getPages', () => v2.page.getPages({ spaceId: [spaceId], title: 'Bees', bodyFormat: 'storage', sort: '-modified-date' }))
await call('page.getPagesInSpace', () => v2.page.getPagesInSpace({ id: spaceId, depth: 'all', limit: 5 }))
await call('page.updatePage', () =>
  v2.page.updatePage({
    id,
    body: { id: page.id, status: 'current', title: 'Bees', body: storage('<p>They hum.</p>'), version: { number: 2, message: 'Louder' } }
  })
)
await call('page.updatePageTitle', () => v2.page.updatePageTitle({ id, body: { status: 'current', title: 'Bees and wasps' } }))
await call('version.getPageVersions', () => v2.version.getPageVersions({ id, bodyFormat: 'storage' }))
await call('version.getPageVersionDetails', () => v2.version.getPageVersionDetails({ pageId: id, versionNumber: 1 }))
await call('v1 contentVersions.restoreContentVersion', () =>
  v1.contentVersions.restoreContentVersion({ id: page.id, operationKey: 'restore', params: { versionNumber: 1, message: 'Quieter' } })
)
await call('children.getChildPages', () => v2.children.getChildPages({ id }))
await call('children.getPageDirectChildren', () => v2.children.getPageDirectChildren({ id }))
await call('descendants.getPageDescendants', () => v2.descendants.getPageDescendants({ id, depth: 3 }))
await call('ancestors.getPageAncestors', () => v2.ancestors.getPageAncestors({ id }))
await call('v1 contentChildrenAndDescendants.getDescendantsOfType', () =>
  v1.contentChildrenAndDescendants.getDescendantsOfType({ id: page.id, type: 'page' })
)
await call('v1 contentChildrenAndDescendants.movePage', () =>
  v1.contentChildrenAndDescendants.movePage({ pageId: page.id, position: 'append', targetId: '65684' })
)
await call('v1 contentChildrenAndDescendants.copyPage', () =>
  v1.contentChildrenAndDescendants.copyPage({
    id: page.id,
    pageTitle: 'Hornets',
    copyLabels: true,
    destination: { type: 'parent_page', value: page.id }
  })
)
const copying = await call('v1 contentChildrenAndDescendants.copyPageHierarchy', () =>
  v1.contentChildrenAndDescendants.copyPageHierarchy({ id: page.id, destinationPageId: '65684', titleOptions: { prefix: 'Copy of ' } })
)
await call('v1 longRunningTask.getTask', () => v1.longRunningTask.getTask({ id: copying.id }))
await call('like.getPageLikeCount', () => v2.like.getPageLikeCount({ id }))
await call('like.getPageLikeUsers', () => v2.like.getPageLikeUsers({ id }))
await call('operation.getPageOperations', () => v2.operation.getPageOperations({ id }))
await call('v1 analytics.getViews', () => v1.analytics.getViews({ contentId: page.id }))
await call('v1 analytics.getViewers', () => v1.analytics.getViewers({ contentId: page.id, fromDate: '2026-01-01T00:00:00Z' }))

const property = await call('contentProperties.createPageProperty', () =>
  v2.contentProperties.createPageProperty({ pageId: id, key: 'hive', value: { frames: 10 } })
)
const propertyId = Number(property.id)
await call('contentProperties.getPageContentProperties', () => v2.contentProperties.getPageContentProperties({ pageId: id, key: 'hive' }))
await call('contentProperties.getPageContentPropertiesById', () =>
  v2.contentProperties.getPageContentPropertiesById({ pageId: id, propertyId })
)
await call('contentProperties.updatePagePropertyById', () =>
  v2.contentProperties.updatePagePropertyById({ pageId: id, propertyId, key: 'hive', value: { frames: 12 }, version: { number: 2 } })
)
await call('contentProperties.deletePagePropertyById', () => v2.contentProperties.deletePagePropertyById({ pageId: id, propertyId }))

await call('v1 contentLabels.addLabelsToContent', () =>
  v1.contentLabels.addLabelsToContent({
    id: page.id,
    body: [
      { prefix: 'global', name: 'insects' },
      { prefix: 'global', name: 'honey' }
    ]
  })
)
const labels = await call('label.getPageLabels', () => v2.label.getPageLabels({ id }))
await call('page.getLabelPages', () => v2.page.getLabelPages({ id: Number(labels.results?.[0]?.id) }))
await call('v1 labelInfo.getAllLabelContent', () => v1.labelInfo.getAllLabelContent({ name: 'insects', type: 'page' }))
await call('v1 contentLabels.removeLabelFromContentUsingQueryParameter', () =>
  v1.contentLabels.removeLabelFromContentUsingQueryParameter({ id: page.id, name: 'insects' })
)
await call('v1 contentLabels.removeLabelFromContent', () => v1.contentLabels.removeLabelFromContent({ id: page.id, label: 'honey' }))

const uploaded = await call('v1 contentAttachments.createAttachment', () =>
  v1.contentAttachments.createAttachment({ id: page.id, attachments: { filename: 'hive.txt', content: Buffer.from('wood') } })
)
const attachmentId = uploaded.results?.[0]?.id
await call('v1 contentAttachments.createOrUpdateAttachments', () =>
  v1.contentAttachments.createOrUpdateAttachments({ id: page.id, attachments: { filename: 'hive.txt', content: Buffer.from('straw') } })
)
await call('v1 contentAttachments.updateAttachmentData', () =>
  v1.contentAttachments.updateAttachmentData({
    id: page.id,
    attachmentId,
    attachment: { filename: 'hive.txt', content: Buffer.from('foam') }
  })
)
await call('v1 contentAttachments.updateAttachmentProperties', () =>
  v1.contentAttachments.updateAttachmentProperties({
    id: page.id,
    attachmentId,
    body: { id: attachmentId, type: 'attachment', title: 'box.txt', version: { number: 4 } }
  })
)
await call('v1 contentAttachments.downloadAttatchment', () => v1.contentAttachments.downloadAttatchment({ id: page.id, attachmentId }))
await call('attachment.getAttachments', () => v2.attachment.getAttachments({ limit: 5 }))
await call('attachment.getPageAttachments', () => v2.attachment.getPageAttachments({ id, mediaType: 'text/plain' }))
await call('attachment.getAttachmentById', () => v2.attachment.getAttachmentById({ id: attachmentId }))
await call('version.getAttachmentVersions', () => v2.version.getAttachmentVersions({ id: attachmentId }))
await call('label.getAttachmentLabels', () => v2.label.getAttachmentLabels({ id: attachmentId }))
await call('attachment.deleteAttachment', () => v2.attachment.deleteAttachment({ id: attachmentId }))

const comment = await call('comment.createFooterComment', () =>
  v2.comment.createFooterComment({ pageId: page.id, body: storage('<p>Really?</p>') })
)
const commentId = Number(comment.id)
await call('comment.createFooterComment as a reply', () =>
  v2.comment.createFooterComment({ parentCommentId: comment.id, body: storage('<p>Yes.</p>') })
)
await call('comment.getPageFooterComments', () => v2.comment.getPageFooterComments({ id, bodyFormat: 'storage' }))
await call('comment.getFooterComments', () => v2.comment.getFooterComments({ limit: 5 }))
await call('comment.getFooterCommentById', () => v2.comment.getFooterCommentById({ commentId, bodyFormat: 'storage' }))
await call('comment.getFooterCommentChildren', () => v2.comment.getFooterCommentChildren({ id: commentId }))
await call('comment.updateFooterComment', () =>
  v2.comment.updateFooterComment({ commentId, body: { version: { number: 2 }, body: storage('<p>Really, now?</p>') } })
)
await call('version.getFooterCommentVersions', () => v2.version.getFooterCommentVersions({ id: commentId }))
await call('comment.deleteFooterComment', () => v2.comment.deleteFooterComment({ commentId }))
const inline = await call('comment.createInlineComment', () =>
  v2.comment.createInlineComment({
    pageId: page.id,
    body: storage('<p>Who?</p>'),
    inlineCommentProperties: { textSelection: 'They', textSelectionMatchCount: 1, textSelectionMatchIndex: 0 }
  })
)
const inlineId = Number(inline.id)
await call('comment.getPageInlineComments', () => v2.comment.getPageInlineComments({ id, resolutionStatus: ['open'] }))
await call('comment.getInlineComments', () => v2.comment.getInlineComments({ limit: 5 }))
await call('comment.getInlineCommentById', () => v2.comment.getInlineCommentById({ commentId: inlineId }))
await call('comment.updateInlineComment', () =>
  v2.comment.updateInlineComment({ commentId: inlineId, version: { number: 2 }, body: storage('<p>Who?</p>'), resolved: true })
)
await call('comment.getInlineCommentChildren', () => v2.comment.getInlineCommentChildren({ id: inlineId }))
await call('comment.deleteInlineComment', () => v2.comment.deleteInlineComment({ commentId: inlineId }))

const post = await call('blogPost.createBlogPost', () =>
  v2.blogPost.createBlogPost({ body: { spaceId: String(spaceId), status: 'current', title: 'News', body: storage('<p>Swarming!</p>') } })
)
await call('blogPost.getBlogPostById', () => v2.blogPost.getBlogPostById({ id: Number(post.id), bodyFormat: 'view' }))
await call('blogPost.getBlogPosts', () => v2.blogPost.getBlogPosts({ spaceId: [spaceId] }))
await call('blogPost.getBlogPostsInSpace', () => v2.blogPost.getBlogPostsInSpace({ id: spaceId }))
await call('blogPost.updateBlogPost', () =>
  v2.blogPost.updateBlogPost({
    id: Number(post.id),
    body: { id: post.id, status: 'current', title: 'Old news', body: storage('<p>Swarmed.</p>'), version: { number: 2 } }
  })
)
await call('version.getBlogPostVersions', () => v2.version.getBlogPostVersions({ id: Number(post.id) }))
await call('blogPost.deleteBlogPost', () => v2.blogPost.deleteBlogPost({ id: Number(post.id) }))

await call('v1 contentRestrictions.getRestrictions', () => v1.contentRestrictions.getRestrictions({ id: String(plan) }))
await call('v1 contentRestrictions.getRestrictionsByOperation', () =>
  v1.contentRestrictions.getRestrictionsByOperation({ id: String(plan), expand: ['update.restrictions.user'] })
)
await call('v1 contentRestrictions.getRestrictionsForOperation', () =>
  v1.contentRestrictions.getRestrictionsForOperation({ id: String(plan), operationKey: 'update' })
)
await call('v1 contentRestrictions.updateRestrictions', () =>
  v1.contentRestrictions.updateRestrictions({
    id: page.id,
    body: [{ operation: 'update', restrictions: { user: [{ type: 'known', accountId: ada }], group: [] } }]
  })
)
await call('v1 contentRestrictions.addUserToContentRestriction', () =>
  v1.contentRestrictions.addUserToContentRestriction({ id: page.id, operationKey: 'read', accountId: ada })
)
await call('v1 contentRestrictions.deleteRestrictions', () => v1.contentRestrictions.deleteRestrictions({ id: page.id }))
await call('v1 contentPermissions.checkContentPermission', () =>
  v1.contentPermissions.checkContentPermission({ id: page.id, subject: { type: 'user', identifier: ada }, operation: 'read' })
)
await call('v1 contentWatches.addContentWatcher', () => v1.contentWatches.addContentWatcher({ contentId: page.id }))
await call('v1 contentWatches.getContentWatchStatus', () => v1.contentWatches.getContentWatchStatus({ contentId: page.id }))
await call('v1 contentWatches.removeContentWatcher', () => v1.contentWatches.removeContentWatcher({ contentId: page.id }))
await call('v1 search.searchByCQL', () => v1.search.searchByCQL({ cql: 'type = page and text ~ "gateways"', limit: 3 }))
await call('v1 search.searchUser', () => v1.search.searchUser({ cql: 'user.fullname ~ "Ada"' }))
await call('v1 content.searchContentByCQL', () => v1.content.searchContentByCQL({ cql: 'space = DOCS', expand: ['version'] }))
await call('v1 template.getContentTemplates', () => v1.template.getContentTemplates({ spaceKey: 'DOCS' }))
await call('v1 template.getContentTemplate', () => v1.template.getContentTemplate({ contentTemplateId: '65701001' }))
await call('v1 users.getCurrentUser', () => v1.users.getCurrentUser())
await call('v1 users.getUser', () => v1.users.getUser({ accountId: ada }))
await call('v1 users.getGroupMembershipsForUser', () => v1.users.getGroupMembershipsForUser({ accountId: ada }))
await call('v1 group.getGroups', () => v1.group.getGroups({}))
await call('user.createBulkUserLookup', () => v2.user.createBulkUserLookup({ body: { accountIds: [ada] } }))
await call('content.convertContentIdsToContentTypes', () =>
  v2.content.convertContentIdsToContentTypes({ body: { contentIds: [String(guide), page.id] } })
)
await call('v1 content.archivePages', () => v1.content.archivePages({ pages: [{ id: guide }] }))
await call('page.deletePage', () => v2.page.deletePage({ id }))
await call('page.deletePage for good', () => v2.page.deletePage({ id, purge: true }))
