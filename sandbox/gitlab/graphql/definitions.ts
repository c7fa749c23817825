/**
 * The part of GitLab's GraphQL schema that the server knows, restated from GitLab's GraphQL reference: names, arguments and types are those
 * documented for GitLab 18.
 */
export const DEFINITIONS = `
scalar Time
scalar Date
scalar WorkItemID
scalar WorkItemsTypeID
scalar WorkItemsStatusesStatusID
scalar IssuablesCustomFieldID
scalar IssuablesCustomFieldSelectOptionID
scalar LabelID
scalar UserID
scalar MilestoneID
scalar IterationID
scalar NoteableID
scalar DiscussionID
scalar VulnerabilityID

enum IssueType { ISSUE INCIDENT TEST_CASE REQUIREMENT TASK TICKET OBJECTIVE KEY_RESULT EPIC }
enum IssuableState { opened closed locked all }
enum WorkItemState { OPEN CLOSED }
enum WorkItemStateEvent { CLOSE REOPEN }
enum WorkItemSort { CREATED_ASC CREATED_DESC UPDATED_ASC UPDATED_DESC TITLE_ASC TITLE_DESC }
enum HealthStatus { onTrack needsAttention atRisk }
enum NotesFilterType { ALL_NOTES ONLY_COMMENTS ONLY_ACTIVITY }
enum CustomFieldType { SINGLE_SELECT MULTI_SELECT NUMBER TEXT DATE }
enum VulnerabilityState { DETECTED CONFIRMED RESOLVED DISMISSED }
enum VulnerabilitySeverity { INFO UNKNOWN LOW MEDIUM HIGH CRITICAL }
enum VulnerabilityReportType { SAST DEPENDENCY_SCANNING CONTAINER_SCANNING DAST SECRET_DETECTION COVERAGE_FUZZING API_FUZZING CLUSTER_IMAGE_SCANNING GENERIC }
enum VulnerabilityDismissalReason { ACCEPTABLE_RISK FALSE_POSITIVE MITIGATING_CONTROL USED_IN_TESTS NOT_APPLICABLE }

type Query {
  namespace(fullPath: ID!): Namespace
  group(fullPath: ID!): Group
  project(fullPath: ID!): Project
  workItem(id: WorkItemID!): WorkItem
  vulnerability(id: VulnerabilityID!): Vulnerability
}

type PageInfo { hasNextPage: Boolean! endCursor: String }
type UserCore { id: UserID! username: String! name: String! }
type UserCoreConnection { nodes: [UserCore] }
type Label { id: LabelID! title: String! }
type LabelConnection { nodes: [Label] }
type Milestone { id: MilestoneID! title: String! }
type Iteration { id: IterationID! title: String startDate: Time dueDate: Time }

type Namespace {
  id: ID!
  fullPath: ID!
  workItem(iid: String!): WorkItem
  workItemTypes(name: IssueType): WorkItemTypeConnection
}
type Group {
  id: ID!
  fullPath: ID!
  labels(title: String, includeAncestorGroups: Boolean, first: Int): LabelConnection
  workItems(types: [IssueType!], state: IssuableState, search: String, labelName: [String!], assigneeUsernames: [String!], authorUsername: String, milestoneTitle: [String!], iterationId: [ID], parentIds: [WorkItemID!], confidential: Boolean, updatedAfter: Time, includeDescendants: Boolean, sort: WorkItemSort, first: Int, after: String): WorkItemConnection
}
type Project {
  id: ID!
  fullPath: ID!
  labels(title: String, includeAncestorGroups: Boolean, first: Int): LabelConnection
  workItems(types: [IssueType!], state: IssuableState, search: String, labelName: [String!], assigneeUsernames: [String!], authorUsername: String, milestoneTitle: [String!], iterationId: [ID], parentIds: [WorkItemID!], confidential: Boolean, updatedAfter: Time, sort: WorkItemSort, first: Int, after: String): WorkItemConnection
  vulnerabilities(state: [VulnerabilityState!], severity: [VulnerabilitySeverity!], reportType: [VulnerabilityReportType!], first: Int, after: String): VulnerabilityConnection
}

type WorkItemConnection { nodes: [WorkItem] pageInfo: PageInfo! count: Int! }
type WorkItemTypeConnection { nodes: [WorkItemType] }
type WorkItemType { id: WorkItemsTypeID! name: String! widgetDefinitions: [WorkItemWidgetDefinition!] }

type WorkItem {
  id: WorkItemID!
  iid: String!
  title: String!
  description: String
  state: WorkItemState!
  confidential: Boolean!
  reference(full: Boolean): String!
  author: UserCore
  namespace: Namespace
  workItemType: WorkItemType!
  createdAt: Time!
  updatedAt: Time!
  closedAt: Time
  webUrl: String
  widgets: [WorkItemWidget!]
}

interface WorkItemWidget { type: String }
type WorkItemWidgetAssignees implements WorkItemWidget { assignees: UserCoreConnection }
type WorkItemWidgetLabels implements WorkItemWidget { labels: LabelConnection }
type WorkItemWidgetMilestone implements WorkItemWidget { milestone: Milestone }
type WorkItemWidgetIteration implements WorkItemWidget { iteration: Iteration }
type WorkItemWidgetStartAndDueDate implements WorkItemWidget { startDate: Date dueDate: Date }
type WorkItemWidgetWeight implements WorkItemWidget { weight: Int }
type WorkItemWidgetHealthStatus implements WorkItemWidget { healthStatus: HealthStatus }
type WorkItemWidgetStatus implements WorkItemWidget { status: WorkItemStatus }
type WorkItemWidgetHierarchy implements WorkItemWidget { parent: WorkItem children(first: Int): WorkItemConnection }
type WorkItemWidgetLinkedItems implements WorkItemWidget { linkedItems(first: Int): LinkedWorkItemTypeConnection }
type WorkItemWidgetCustomFields implements WorkItemWidget { customFieldValues: [WorkItemCustomFieldValue!] }
type WorkItemWidgetNotes implements WorkItemWidget { discussions(filter: NotesFilterType, first: Int, after: String): DiscussionConnection }

type WorkItemStatus { id: WorkItemsStatusesStatusID name: String category: String }
type LinkedWorkItemTypeConnection { nodes: [LinkedWorkItemType] }
type LinkedWorkItemType { linkType: String! workItem: WorkItem }

interface WorkItemCustomFieldValue { customField: CustomField! }
type WorkItemSelectFieldValue implements WorkItemCustomFieldValue { customField: CustomField! selectedOptions: [CustomFieldSelectOption!] }
type WorkItemTextFieldValue implements WorkItemCustomFieldValue { customField: CustomField! value: String }
type WorkItemNumberFieldValue implements WorkItemCustomFieldValue { customField: CustomField! value: Float }
type WorkItemDateFieldValue implements WorkItemCustomFieldValue { customField: CustomField! value: Date }
type CustomField { id: IssuablesCustomFieldID! name: String! fieldType: CustomFieldType! selectOptions: [CustomFieldSelectOption!] }
type CustomFieldSelectOption { id: IssuablesCustomFieldSelectOptionID! value: String! }

interface WorkItemWidgetDefinition { type: String! }
type WorkItemWidgetDefinitionStatus implements WorkItemWidgetDefinition { type: String! allowedStatuses: [WorkItemStatus!] }
type WorkItemWidgetDefinitionCustomFields implements WorkItemWidgetDefinition { type: String! customFieldValues: [WorkItemCustomFieldValue!] }

type DiscussionConnection { nodes: [Discussion] pageInfo: PageInfo! }
type Discussion { id: DiscussionID! notes(first: Int, after: String): NoteConnection! }
type NoteConnection { nodes: [Note] pageInfo: PageInfo! }
type Note { id: ID! body: String! author: UserCore system: Boolean! internal: Boolean createdAt: Time! updatedAt: Time! }

type Vulnerability {
  id: ID!
  title: String
  description: String
  state: VulnerabilityState
  severity: VulnerabilitySeverity
  reportType: VulnerabilityReportType
  solution: String
  primaryIdentifier: VulnerabilityIdentifier
  identifiers: [VulnerabilityIdentifier!]!
  location: VulnerabilityLocation
  scanner: VulnerabilityScanner
  detectedAt: Time!
  dismissalReason: VulnerabilityDismissalReason
  stateComment: String
  webUrl: String
  project: Project
}
type VulnerabilityConnection { nodes: [Vulnerability] pageInfo: PageInfo! }
type VulnerabilityIdentifier { name: String url: String externalId: String externalType: String }
type VulnerabilityScanner { name: String vendor: String }
interface VulnerabilityLocation { file: String }
type VulnerabilityLocationSast implements VulnerabilityLocation { file: String startLine: String endLine: String }
type VulnerabilityLocationSecretDetection implements VulnerabilityLocation { file: String startLine: String endLine: String }
type VulnerabilityLocationDependencyScanning implements VulnerabilityLocation { file: String dependency: VulnerableDependency }
type VulnerabilityLocationContainerScanning implements VulnerabilityLocation { image: String dependency: VulnerableDependency }
type VulnerableDependency { version: String package: VulnerablePackage }
type VulnerablePackage { name: String! }

type Mutation {
  workItemCreate(input: WorkItemCreateInput!): WorkItemPayload
  workItemUpdate(input: WorkItemUpdateInput!): WorkItemPayload
  workItemConvert(input: WorkItemConvertInput!): WorkItemPayload
  workItemDelete(input: WorkItemDeleteInput!): WorkItemDeletePayload
  createNote(input: CreateNoteInput!): CreateNotePayload
  vulnerabilityDismiss(input: VulnerabilityDismissInput!): VulnerabilityPayload
  vulnerabilityConfirm(input: VulnerabilityConfirmInput!): VulnerabilityPayload
  vulnerabilityResolve(input: VulnerabilityResolveInput!): VulnerabilityPayload
  vulnerabilityRevertToDetected(input: VulnerabilityRevertToDetectedInput!): VulnerabilityPayload
}

type WorkItemPayload { workItem: WorkItem errors: [String!]! }
type WorkItemDeletePayload { errors: [String!]! }
type CreateNotePayload { note: Note errors: [String!]! }
type VulnerabilityPayload { vulnerability: Vulnerability errors: [String!]! }

input WorkItemCreateInput {
  namespacePath: ID
  title: String!
  workItemTypeId: WorkItemsTypeID!
  confidential: Boolean
  descriptionWidget: WorkItemWidgetDescriptionInput
  assigneesWidget: WorkItemWidgetAssigneesInput
  labelsWidget: WorkItemWidgetLabelsCreateInput
  milestoneWidget: WorkItemWidgetMilestoneInput
  iterationWidget: WorkItemWidgetIterationInput
  startAndDueDateWidget: WorkItemWidgetStartAndDueDateUpdateInput
  weightWidget: WorkItemWidgetWeightInput
  healthStatusWidget: WorkItemWidgetHealthStatusInput
  statusWidget: WorkItemWidgetStatusInput
  hierarchyWidget: WorkItemWidgetHierarchyCreateInput
  customFieldsWidget: [WorkItemWidgetCustomFieldValueInputType!]
}
input WorkItemUpdateInput {
  id: WorkItemID!
  title: String
  confidential: Boolean
  stateEvent: WorkItemStateEvent
  descriptionWidget: WorkItemWidgetDescriptionInput
  assigneesWidget: WorkItemWidgetAssigneesInput
  labelsWidget: WorkItemWidgetLabelsUpdateInput
  milestoneWidget: WorkItemWidgetMilestoneInput
  iterationWidget: WorkItemWidgetIterationInput
  startAndDueDateWidget: WorkItemWidgetStartAndDueDateUpdateInput
  weightWidget: WorkItemWidgetWeightInput
  healthStatusWidget: WorkItemWidgetHealthStatusInput
  statusWidget: WorkItemWidgetStatusInput
  hierarchyWidget: WorkItemWidgetHierarchyUpdateInput
  customFieldsWidget: [WorkItemWidgetCustomFieldValueInputType!]
}
input WorkItemConvertInput { id: WorkItemID! workItemTypeId: WorkItemsTypeID! }
input WorkItemDeleteInput { id: WorkItemID! }
input WorkItemWidgetDescriptionInput { description: String! }
input WorkItemWidgetAssigneesInput { assigneeIds: [UserID!]! }
input WorkItemWidgetLabelsCreateInput { labelIds: [LabelID!]! }
input WorkItemWidgetLabelsUpdateInput { addLabelIds: [LabelID!] removeLabelIds: [LabelID!] }
input WorkItemWidgetMilestoneInput { milestoneId: MilestoneID }
input WorkItemWidgetIterationInput { iterationId: IterationID }
input WorkItemWidgetStartAndDueDateUpdateInput { startDate: Date dueDate: Date isFixed: Boolean }
input WorkItemWidgetWeightInput { weight: Int }
input WorkItemWidgetHealthStatusInput { healthStatus: HealthStatus }
input WorkItemWidgetStatusInput { status: WorkItemsStatusesStatusID }
input WorkItemWidgetHierarchyCreateInput { parentId: WorkItemID }
input WorkItemWidgetHierarchyUpdateInput { parentId: WorkItemID childrenIds: [WorkItemID!] }
input WorkItemWidgetCustomFieldValueInputType {
  customFieldId: IssuablesCustomFieldID!
  textValue: String
  numberValue: Float
  dateValue: Date
  selectedOptionIds: [IssuablesCustomFieldSelectOptionID!]
}
input CreateNoteInput { noteableId: NoteableID! body: String! internal: Boolean discussionId: DiscussionID }
input VulnerabilityDismissInput { id: VulnerabilityID! comment: String dismissalReason: VulnerabilityDismissalReason }
input VulnerabilityConfirmInput { id: VulnerabilityID! comment: String }
input VulnerabilityResolveInput { id: VulnerabilityID! comment: String }
input VulnerabilityRevertToDetectedInput { id: VulnerabilityID! comment: String }
`
