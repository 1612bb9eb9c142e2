import { execFile } from 'node:child_process'

/** More than a JPEG of 100 px has, and than anybody's phone takes inside a message. */
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

/* The longer side at most so many pixels, the other one even, never enlarged. */
const scaleTo = (side: number) =>
  `scale=w='if(gt(iw,ih),min(${side},iw),-2)':h='if(gt(iw,ih),-2,min(${side},ih))'`

/**
 * The first frame of a video file as a small JPEG, upright, made by a process of ffmpeg. Only the demuxer of MP4 and 3GP is let
 * at the file, and only that file may be opened: a playlist in disguise makes ffmpeg fetch addresses.
 * @throws when ffmpeg cannot be started, refuses the file, takes longer than `timeoutMs`, or writes more than a thumbnail has.
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
