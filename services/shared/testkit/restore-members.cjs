/** Members as they were when an object was first seen in this process. */
const firstSeen = new WeakMap()

/** Gives an object that test files share the members back that it had before all of them. */
module.exports = function restoreMembers(shared) {
  if (!firstSeen.has(shared)) firstSeen.set(shared, { ...shared })
  Object.assign(shared, firstSeen.get(shared))
}
