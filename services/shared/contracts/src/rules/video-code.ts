const CODE = /^[\w-]{11}$/
const HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'www.youtube-nocookie.com', 'youtu.be']

/* The code in an address of the video: `watch?v=…`, `youtu.be/…`, `embed/…`, `shorts/…`, `live/…`. */
function findInAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  if (!/^https?:$/.test(protocol) || !HOSTS.includes(hostname)) return undefined
  return searchParams.get('v') ?? pathname.split('/').filter(Boolean).at(-1)
}

/** YouTube's code of a video, from the code or an address of the video; undefined for anything else. */
export function parseVideoCode(text: string): string | undefined {
  const code = findInAddress(text.trim()) ?? text.trim()
  return CODE.test(code) ? code : undefined
}
