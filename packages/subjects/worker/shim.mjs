#!/usr/bin/env node
// Runs one program in a process group of its own and ends that whole group when this process loses its
// parent: stdin is the life line, and the kernel closes it even when the parent is killed with SIGKILL.
//
// Stdin: one JSON line {argv, env, cwd?, graceMs, orphanGraceMs, mark?, removeDir?, discardStdout?}, then it stays open.
// Fd 3: JSON lines {pid}, {failed}, {exit}, {leftBehind}, {killed}, {unkillable} back to the parent.
// Stdout and stderr are handed to the program as they are, so this process is never in its data path.
// SIGTERM, SIGINT and SIGHUP end the group with `graceMs`; the end of stdin ends it with `orphanGraceMs`.
import { spawn } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { constants } from 'node:os'

const POLL_MS = 10
const UNKILLABLE_MS = 2000

let order = null
let child = null
let exited = null
let ending = false
let killed = false
let parentGone = false
let deadlineMs = Infinity

function report(message) {
  try {
    writeSync(3, `${JSON.stringify(message)}\n`)
  } catch {
    // The parent is gone or opened no fd 3: nobody to tell.
  }
}

function signalPid(pid, signal) {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    // macOS answers EPERM for a group of which only zombies are left.
    return error.code === 'EPERM' && process.platform !== 'darwin'
  }
}

function listPids() {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number)
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

/** A member that is only waiting for somebody to collect its exit code is not alive. */
function groupSize() {
  if (!signalPid(-child.pid, 0)) return 0
  if (process.platform !== 'linux') return 1
  return listPids().filter((pid) => {
    const stat = readProc(pid, 'stat')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(group) === child.pid && state !== 'Z' && state !== 'X'
  }).length
}

/** Descendants that left the group (setsid) still carry the mark of this run in their environment. */
function endEscaped() {
  if (process.platform !== 'linux' || !order.mark) return
  for (const pid of listPids()) {
    if (pid !== process.pid && readProc(pid, 'environ').split('\0').includes(order.mark)) signalPid(pid, 'SIGKILL')
  }
}

function finish(code) {
  endEscaped()
  if (order.removeDir) {
    try {
      rmSync(order.removeDir, { recursive: true, force: true })
    } catch {
      // The parent removes it as well when it stops the process in the ordinary way.
    }
  }
  process.exit(code)
}

function endGroup(graceMs) {
  if (!killed) deadlineMs = Math.min(deadlineMs, Date.now() + graceMs)
  if (ending) return
  ending = true
  signalPid(-child.pid, 'SIGTERM')
  const poll = () => {
    const size = groupSize()
    if (size === 0 && exited) return finish(exited.code ?? 128 + (constants.signals[exited.signal] ?? 0))
    const nowMs = Date.now()
    if (killed && nowMs >= deadlineMs) {
      report({ unkillable: size })
      return finish(1)
    }
    if (!killed && nowMs >= deadlineMs) {
      killed = true
      deadlineMs = nowMs + UNKILLABLE_MS
      report({ killed: true })
    }
    if (killed) signalPid(-child.pid, 'SIGKILL')
    setTimeout(poll, POLL_MS)
  }
  poll()
}

function end(graceMs) {
  if (child?.pid === undefined) process.exit(0)
  endGroup(graceMs)
}

function begin(line) {
  order = JSON.parse(line)
  const [file, ...args] = order.argv
  child = spawn(file, args, { cwd: order.cwd, env: order.env, detached: true, stdio: ['ignore', order.discardStdout ? 'ignore' : 'inherit', 'inherit'] })
  child.on('error', (error) => {
    if (child.pid !== undefined) return
    report({ failed: { code: error.code ?? null, message: error.message } })
    finish(127)
  })
  if (child.pid === undefined) return
  report({ pid: child.pid })
  child.on('exit', (code, signal) => {
    exited = { code, signal }
    report({ exit: exited })
    if (ending) return
    const left = groupSize()
    if (left > 0) report({ leftBehind: left })
    endGroup(order.orphanGraceMs)
  })
  if (parentGone) end(order.orphanGraceMs)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(order?.graceMs ?? 0))

let pending = ''
function loseParent() {
  if (parentGone) return
  parentGone = true
  end(order?.orphanGraceMs ?? 0)
}
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  if (order) return
  pending += text
  const newline = pending.indexOf('\n')
  if (newline >= 0) begin(pending.slice(0, newline))
})
process.stdin.on('end', loseParent)
process.stdin.on('close', loseParent)
process.stdin.on('error', loseParent)
