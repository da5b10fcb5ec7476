"use strict";
// The page has a section for each kernel launch. A memory access in the data is an array: [barriers passed, block,
// memory, thread, 1 for a write and 0 for a read, first element, last element].
const {launches} = JSON.parse(document.getElementById("launches").textContent);
const most = 1024; // largest number of elements of a memory that are shown

function make(tag, name, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
}

function colour(thread) { return `hsl(${thread * 137.5 % 360} 65% 62%)`; }

function list(threads) {
  const runs = [];
  for (const t of [...threads].sort((a, b) => a - b)) {
    const last = runs[runs.length - 1];
    if (last && last[1] === t - 1) last[1] = t; else runs.push([t, t]);
  }
  return (threads.size === 1 ? "thread " : "threads ") + runs.map(([a, b]) => a === b ? a : `${a} to ${b}`).join(", ");
}

class Launch {
  constructor(launch, section) {
    this.launch = launch;
    this.section = section;
    this.steps = [...new Set(launch.accesses.map(a => a[0]))].sort((a, b) => a - b); // without steps that have no access
    this.step = 0;
    this.block = 0;
    this.chosen = null;
    this.controls();
    this.threads = this.row("Threads (of those that touch memory)");
    this.memories = [];
    const rank = m => m.shared ? 1 : m.name ? 0 : 2; // the program's columns, then shared memory, then the rest
    const order = launch.memories.map((m, k) => [rank(m), k]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [, k] of order) this.memories[k] = this.row(this.title(launch.memories[k]));
    this.told = section.appendChild(make("p", "told"));
    this.show();
  }

  title(m) {
    const what = m.shared ? `${m.name ? m.name + ", " : ""}shared memory of the block` : m.name || "the kernel's own";
    return `${what}: ${m.count} ${m.type || `places of ${m.size} bytes`}`;
  }

  row(title) {
    this.section.append(make("h3", "", title));
    return this.section.appendChild(make("div", "cells"));
  }

  controls() {
    const bar = this.section.appendChild(make("div", "steps"));
    const button = (name, text, go) => {
      const b = bar.appendChild(make("button", name, text));
      b.addEventListener("click", go);
      return b;
    };
    button("back", "\u25c2", () => this.go(this.step - 1));
    this.slider = bar.appendChild(make("input"));
    Object.assign(this.slider, {type: "range", min: 0, max: this.steps.length - 1, value: 0});
    this.slider.setAttribute("aria-label", "step");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    button("on", "\u25b8", () => this.go(this.step + 1));
    this.label = bar.appendChild(make("span", "step"));
    if (this.launch.blocks === 1) return;
    const choice = bar.appendChild(make("select"));
    choice.setAttribute("aria-label", "block");
    for (let b = 0; b < this.launch.blocks; ++b) choice.append(make("option", "", `block ${b}`));
    choice.addEventListener("change", () => { this.block = choice.selectedIndex; this.show(); });
  }

  go(step) {
    this.step = Math.min(Math.max(step, 0), this.steps.length - 1);
    this.slider.value = this.step;
    this.show();
  }

  // Returns a map from each element of the memory that is accessed in the shown step and block to two sets: the
  // threads that read it, and the threads that write it.
  touched(memory) {
    const cells = new Map();
    for (const [barriers, block, at, thread, writes, first, last] of this.launch.accesses) {
      if (at !== memory || barriers !== this.steps[this.step] || block !== this.block) continue;
      for (let k = first; k <= last; ++k) {
        if (!cells.has(k)) cells.set(k, [new Set(), new Set()]);
        cells.get(k)[writes].add(thread);
      }
    }
    return cells;
  }

  when() {
    if (!this.steps.length) return "it touches no memory";
    const passed = this.steps[this.step];
    return `step ${this.step + 1} of ${this.steps.length}: ` + (passed ? `after barrier ${passed}` : "before any barrier");
  }

  show() {
    this.label.textContent = this.when();
    const active = new Set(), all = new Set();
    for (const [barriers, block, , thread] of this.launch.accesses) {
      if (block !== this.block) continue;
      all.add(thread);
      if (barriers === this.steps[this.step]) active.add(thread);
    }
    this.threads.replaceChildren(...[...all].sort((a, b) => a - b).map(t => this.chip(t, active.has(t))));
    this.memories.forEach((place, m) => this.showMemory(place, m));
    this.told.textContent = this.chosen === null ? "Point at an element or a thread." : `Thread ${this.chosen} alone.`;
  }

  chip(thread, active) {
    const chip = make("div", active ? "thread" : "thread idle", thread);
    chip.style.setProperty("--thread", colour(thread));
    chip.classList.toggle("chosen", this.chosen === thread);
    chip.addEventListener("click", () => { this.chosen = this.chosen === thread ? null : thread; this.show(); });
    chip.addEventListener("mouseover", () => { this.told.textContent = this.deeds(thread); });
    return chip;
  }

  deeds(thread) {
    const told = [];
    for (const [barriers, block, m, by, writes, first, last] of this.launch.accesses) {
      if (by !== thread || barriers !== this.steps[this.step] || block !== this.block) continue;
      const memory = this.launch.memories[m];
      const name = memory.shared ? "shared memory" : memory.name || "the kernel's own memory";
      told.push(`${writes ? "writes" : "reads"} ${name} ${first === last ? first : `${first} to ${last}`}`);
    }
    return `Thread ${thread} ${told.length ? told.join(", ") : "touches nothing in this step"}.`;
  }

  showMemory(place, m) {
    const cells = this.touched(m), memory = this.launch.memories[m], shown = Math.min(memory.shown, most);
    const made = [];
    for (let k = 0; k < shown; ++k) made.push(this.cell(memory, k, cells.get(k)));
    if (memory.count > shown) made.push(make("span", "note", `.. ${memory.count - shown} more`));
    place.replaceChildren(...made);
  }

  cell(memory, k, by) {
    const made = make("div", "cell", k);
    made.dataset.element = k;
    if (!by) return made;
    const [readers, writers] = by, first = [...(writers.size ? writers : readers)][0];
    made.style.setProperty("--thread", colour(this.chosen !== null && (readers.has(this.chosen) || writers.has(this.chosen)) ? this.chosen : first));
    made.classList.toggle("read", readers.size > 0);
    made.classList.toggle("written", writers.size > 0);
    made.classList.toggle("many", new Set([...readers, ...writers]).size > 1);
    made.classList.toggle("dim", this.chosen !== null && !readers.has(this.chosen) && !writers.has(this.chosen));
    const parts = [];
    if (readers.size) parts.push(`read by ${list(readers)}`);
    if (writers.size) parts.push(`written by ${list(writers)}`);
    const name = memory.shared ? "shared memory" : memory.name || "the kernel's own memory";
    made.title = `element ${k} of ${name}: ${parts.join(", ")}`;
    made.addEventListener("mouseover", () => { this.told.textContent = `Element ${k} of ${name} is ${parts.join(", and ")}.`; });
    return made;
  }
}

const shown = launches.map((launch, k) => new Launch(launch, document.getElementById(`launch-${k}`)));
