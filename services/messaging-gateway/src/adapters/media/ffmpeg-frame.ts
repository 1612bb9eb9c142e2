import { execFile } from 'node:child_process'

/** Larger than any JPEG of 100 pixels, and than a phone accepts inside a message. */
const MAX_FRAME_BYTES = 64 * 1024

const run = (program: string, args: readonly string[], timeoutMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = {
      encoding: 'buffer',
      env: {},
      killSignal: 'SIGKILL',
      maxBuffer: MAX_FRAME_BYTES,
      timeout: timeoutMs,
    } as const
    execFile(program, args, options, (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })

/* Scales the longer side down to at most `side` pixels and makes the other one even; never enlarges. */
const scaleTo = (side: number) =>
  `scale=w='if(gt(iw,ih),min(${side},iw),-2)':h='if(gt(iw,ih),-2,min(${side},ih))'`

/**
 * The first frame of a video file as a small upright JPEG, made by an ffmpeg process. Only the demuxer for MP4 and
 * 3GP and only the `file` protocol are allowed: a file that is in fact a playlist would make ffmpeg fetch URLs.
 * @throws when ffmpeg cannot be started, refuses the file, takes
 * longer than `timeoutMs`, or writes more than MAX_FRAME_BYTES.
 */
export const readFirstFrame = (
  program: string,
  file: string,
  { maxSide, timeoutMs }: { maxSide: number; timeoutMs: number },
): Promise<Buffer> =>
  run(
    program,
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin', '-threads', '1'],
      ...['-protocol_whitelist', 'file', '-f', 'mov', '-i', file],
      ...['-an', '-sn', '-dn', '-map_metadata', '-1', '-frames:v', '1', '-vf', scaleTo(maxSide)],
      ...['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-q:v', '8', '-bitexact'],
      ...['-f', 'image2pipe', '-protocol_whitelist', 'pipe', 'pipe:1'],
    ],
    timeoutMs,
  )
