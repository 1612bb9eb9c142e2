import { AssistantFailure, parseObject } from './http-answers'

it('an answer that is no JSON is in no log, in no part', () => {
  const read = () => parseObject('Bom dia, sou a Joana')
  expect(read).toThrow(new AssistantFailure('the answer is no JSON', false))
  try {
    read()
  } catch (error) {
    expect((error as Error).cause).toBeUndefined()
  }
})
