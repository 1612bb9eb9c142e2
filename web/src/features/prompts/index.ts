export { PromptsPage } from './prompts-page'
