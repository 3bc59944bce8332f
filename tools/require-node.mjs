/** Ends the process with what to do when this Node is older than `engines` asks for. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node ${process.versions.node} is older than the 20.19 this project needs. Install a newer Node and start again.`)
  process.exit(2)
}
