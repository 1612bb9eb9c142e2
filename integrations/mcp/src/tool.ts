import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

import { ToolError, type Api, type Scope } from './api'
import { quote } from './quote'

export interface Tool {
  name: string
  /** A key that lacks one of them is not offered the tool. */
  scopes: readonly Scope[]
  offer(server: McpServer, api: Api): void
}

interface Definition<Input extends z.ZodRawShape> {
  name: string
  title: string
  description: string
  scopes: readonly Scope[]
  annotations: ToolAnnotations
  input: Input
  /** What the tool answers, before it is quoted. */
  run(api: Api, input: z.output<z.ZodObject<Input>>): Promise<unknown>
}

/** Reads and changes nothing. */
export const READS: ToolAnnotations = { readOnlyHint: true, openWorldHint: true }

/** Changes the desk only; a repeat changes nothing more. */
export const CHANGES: ToolAnnotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

export const idInput = (what: string) => z.number().int().positive().describe(what)

export const defineTool = <Input extends z.ZodRawShape>(definition: Definition<Input>): Tool => {
  const { name, title, description, scopes, annotations, input, run } = definition
  const schema = z.strictObject(input)
  const inputSchema: z.ZodType = schema
  return {
    name,
    scopes,
    offer: (server, api) => {
      server.registerTool(name, { title, description, annotations, inputSchema }, async (sent) => {
        try {
          // Read again: what the SDK hands over has the type of any schema.
          return { content: [{ type: 'text', text: quote(await run(api, schema.parse(sent))) }] }
        } catch (error) {
          if (!(error instanceof ToolError)) throw error
          return { isError: true, content: [{ type: 'text', text: error.message }] }
        }
      })
    },
  }
}
