import type { OutgoingHttp } from '@balcao/kernel'

import { post } from './http-answers'

export interface SpeechDeps {
  modelHttp: OutgoingHttp
  /** With `{region}`. */
  speechUrl: string
}

const escapeXml = (text: string): string => text.replace(/[<>&'"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** The text as a voice note: Ogg Opus. @throws {AssistantFailure} */
export function speak(
  { modelHttp, speechUrl }: SpeechDeps,
  voice: { name: string; region: string; key: string },
  text: string,
): Promise<Buffer> {
  const body = `<speak version="1.0" xml:lang="pt-BR"><voice name="${escapeXml(voice.name)}">${escapeXml(text)}</voice></speak>`
  return post(modelHttp, `${speechUrl.replace('{region}', voice.region)}/cognitiveservices/v1`, {
    headers: {
      'content-type': 'application/ssml+xml',
      'ocp-apim-subscription-key': voice.key,
      'x-microsoft-outputformat': 'ogg-24khz-16bit-mono-opus',
    },
    body,
  })
}
