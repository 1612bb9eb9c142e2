export { KanbanPage } from './kanban-page'
