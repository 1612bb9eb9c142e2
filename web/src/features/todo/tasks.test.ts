import { addTask, editTask, readTasks, removeTask, writeTasks } from './tasks'

const first = new Date('2026-11-22T12:00:00Z')
const later = new Date('2026-11-23T12:00:00Z')

afterEach(() => localStorage.clear())

describe('the to-do list', () => {
  it('adds, edits and removes, and keeps when it was done', () => {
    const added = addTask(addTask([], ' Ligar para Helena ', first), 'Boleto', first)
    const edited = editTask(added, 0, 'Ligar à tarde', later)
    expect(edited).toEqual([
      { text: 'Ligar à tarde', createdAt: first.toISOString(), updatedAt: later.toISOString() },
      { text: 'Boleto', createdAt: first.toISOString(), updatedAt: first.toISOString() },
    ])
    expect(removeTask(edited, 0).map(({ text }) => text)).toEqual(['Boleto'])
  })

  it('takes no blank task', () => {
    const tasks = addTask([], 'Boleto', first)
    expect(addTask(tasks, '  ', later)).toBe(tasks)
    expect(editTask(tasks, 0, '', later)).toBe(tasks)
  })

  it('is the one that older products stored', () => {
    localStorage.setItem('tasks', '[{"text":"Antiga","createdAt":"2025-01-01","updatedAt":"2025-01-02"}]')
    expect(readTasks()).toMatchObject([{ text: 'Antiga' }])
    writeTasks([])
    expect(readTasks()).toEqual([])
  })

  it.each(['{', '{"text":1}', '[{"text":1}]', 'null'])('begins anew after %j', (stored) => {
    localStorage.setItem('tasks', stored)
    expect(readTasks()).toEqual([])
  })
})
