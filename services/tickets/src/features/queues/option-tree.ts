import { MAX_OPTION_LEVELS } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** What the rules of a tree need of an option. */
export interface TreeNode {
  id: number
  parentId: number | undefined
  /** From 1 among the children of its parent. */
  position: number
}

/** Where an option is to be: a position beyond the last means the last. */
export interface TreePosition {
  parentId: number | undefined
  position: number
}

const byPosition = (a: TreeNode, b: TreeNode) => a.position - b.position || a.id - b.id

/** Children of a parent (undefined: the first level) by their position. */
export const listChildren = <N extends TreeNode>(nodes: readonly N[], parentId: number | undefined): N[] =>
  nodes.filter((node) => node.parentId === parentId).sort(byPosition)

/** Parents before their children, siblings by position. */
export const listTree = <N extends TreeNode>(nodes: readonly N[], parentId?: number): N[] =>
  listChildren(nodes, parentId).flatMap((node) => [node, ...listTree(nodes, node.id)])

/* Levels above and including a node; 0 for the root. */
function countLevels(nodes: readonly TreeNode[], id: number | undefined): number {
  const node = nodes.find((candidate) => candidate.id === id)
  return node ? 1 + countLevels(nodes, node.parentId) : 0
}

/* Levels of the tree below a node, itself included. */
const countDepth = (nodes: readonly TreeNode[], id: number): number =>
  1 + Math.max(0, ...listChildren(nodes, id).map((child) => countDepth(nodes, child.id)))

const isWithin = (nodes: readonly TreeNode[], id: number | undefined, ancestor: number): boolean => {
  if (id === undefined) return false
  return id === ancestor || isWithin(nodes, nodes.find((node) => node.id === id)?.parentId, ancestor)
}

/** @throws {AppError} ERR_NO_QUEUE_OPTION_FOUND, ERR_QUEUE_OPTION_IN_ITSELF, ERR_QUEUE_OPTION_TOO_DEEP */
export function assertMayJoin(
  nodes: readonly TreeNode[],
  parentId: number | undefined,
  moved?: TreeNode,
): void {
  if (parentId !== undefined && !nodes.some(({ id }) => id === parentId))
    throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  if (moved && isWithin(nodes, parentId, moved.id)) throw new AppError('ERR_QUEUE_OPTION_IN_ITSELF')
  const depth = moved ? countDepth(nodes, moved.id) : 1
  if (countLevels(nodes, parentId) + depth > MAX_OPTION_LEVELS)
    throw new AppError('ERR_QUEUE_OPTION_TOO_DEEP')
}

const renumber = <N extends TreeNode>(siblings: readonly N[]): N[] =>
  siblings.map((node, index) => ({ ...node, position: index + 1 }))

/** The siblings of a place with the node in it, numbered from 1. */
export function putAt<N extends TreeNode>(nodes: readonly N[], node: N, target: TreePosition): N[] {
  const others = listChildren(nodes, target.parentId).filter(({ id }) => id !== node.id)
  const index = Math.min(target.position - 1, others.length)
  return renumber([...others.slice(0, index), { ...node, parentId: target.parentId }, ...others.slice(index)])
}

/** The siblings that a node leaves behind, numbered from 1. */
export const closeGap = <N extends TreeNode>(nodes: readonly N[], { id, parentId }: N): N[] =>
  renumber(listChildren(nodes, parentId).filter((sibling) => sibling.id !== id))
