import { filesApi } from './files.api'
import { onFeed } from './live/handlers'

/* Lists are by name and searched by name: only the server knows where a changed one stands. */
onFeed('fileList', (_event, { dispatch }) => {
  dispatch(filesApi.util.invalidateTags(['files']))
})
