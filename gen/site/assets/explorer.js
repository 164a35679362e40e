"use strict";
// The state after each step is that of the one before it, and what the step tells.
const states = [];
let held = run.insts.map(() => ({ regs: {}, keys: {} }));
for (const s of run.steps) {
  held = held.map((h, i) => i === s.inst ? { regs: { ...h.regs }, keys: { ...h.keys } } : h);
  const at = held[s.inst];
  const old = at.keys[s.key] || { fields: {} };
  const kept = { state: s.next, fields: s.whole ? {} : { ...old.fields } };
  for (const [name, value] of s.fields) {
    if (name.startsWith("reg.")) at.regs[name.slice(4)] = value;
    else kept.fields[name] = value;
  }
  if (s.key !== "") at.keys[s.key] = kept;
  states.push(held);
}
const $ = id => document.getElementById(id);
function make(parent, tag, text, kind) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (kind) e.className = kind;
  parent.appendChild(e);
  return e;
}
function pairs(now, was) {
  const span = document.createElement("span");
  for (const name of Object.keys(now))
    make(span, "code", name + "=" + now[name] + " ", was && was[name] !== now[name] ? "changed" : "");
  return span;
}
function showHeld(step) {
  const box = $("held"), table = document.createElement("table");
  box.textContent = "";
  const head = make(make(table, "thead"), "tr");
  for (const t of ["instance", "line", "state", "what it holds"]) make(head, "th", t);
  const body = make(table, "tbody");
  run.insts.forEach((name, i) => {
    const now = states[step][i], was = step ? states[step - 1][i] : { regs: {}, keys: {} };
    const first = make(body, "tr", undefined, i === run.steps[step].inst ? "here" : "");
    make(first, "th", name);
    make(first, "td", "");
    make(first, "td", "");
    make(first, "td").appendChild(pairs(now.regs, was.regs));
    for (const key of Object.keys(now.keys)) {
      const k = now.keys[key], before = was.keys[key] || { state: "", fields: {} };
      const row = make(body, "tr");
      make(row, "th", "");
      make(row, "td", key);
      make(row, "td", k.state, k.state !== before.state ? "changed" : "");
      make(row, "td").appendChild(pairs(k.fields, before.fields));
    }
  });
  box.appendChild(table);
}
function showFlight(step) {
  const box = $("flight");
  box.textContent = "";
  const list = run.messages.filter(m => m.sent >= 0 && m.sent <= step && (m.taken < 0 || m.taken > step));
  make(box, "p", list.length ? "Messages on their way:" : "No message is on its way.");
  const ul = make(box, "ul");
  for (const m of list)
    make(ul, "li", "m" + m.number + " " + m.name + " " + m.fields + ", " + run.insts[m.from] + " to " + run.insts[m.to]);
}
let current = -1;
function show(step) {
  step = Math.max(0, Math.min(run.steps.length - 1, step));
  if (step === current) return;
  current = step;
  const s = run.steps[step];
  $("slider").value = String(step);
  $("now").textContent = (run.schedule ? "step " : "cycle ") + s.time + " (" + (step + 1) + " of " + run.steps.length + ")";
  document.body.dataset.step = String(step);
  document.querySelectorAll(".step.on").forEach(e => e.classList.remove("on"));
  const mark = $("step" + step), chart = $("chart");
  mark.classList.add("on");
  const y = mark.getBBox().y;
  chart.scrollTop = Math.max(0, y - chart.clientHeight / 2);
  $("what").textContent = run.insts[s.inst] + ": " + s.event + (s.key !== "" ? ", line " + s.key : "") +
    (s.what ? " (" + s.what + ")" : "") + ", " + s.state + (s.fails ? ": must not happen" : s.next === s.state ? "" : " \u2192 " + s.next) +
    (s.row >= 0 ? ", row " + s.row : "") + (s.place ? ", " + s.place : "") +
    (s.effects.length ? "; " + s.effects.join(", ") : "");
  showHeld(step);
  showFlight(step);
  document.querySelectorAll("td.fires").forEach(e => e.classList.remove("fires"));
  document.querySelectorAll(".table-of").forEach(e => { e.hidden = s.ctl === undefined || e.id !== "table" + s.ctl; });
  const cell = s.cell ? $(s.cell) : null;
  if (cell) {
    cell.classList.add("fires");
    const wide = cell.closest(".wide");
    wide.scrollLeft = Math.max(0, cell.offsetLeft - wide.clientWidth / 2);
    wide.scrollTop = Math.max(0, cell.offsetTop - wide.clientHeight / 2);
  }
}
$("slider").max = String(run.steps.length - 1);
$("slider").addEventListener("input", () => show(Number($("slider").value)));
$("first").addEventListener("click", () => show(0));
$("back").addEventListener("click", () => show(current - 1));
$("forth").addEventListener("click", () => show(current + 1));
$("last").addEventListener("click", () => show(run.steps.length - 1));
document.addEventListener("keydown", e => {
  const to = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: run.steps.length - 1 }[e.key];
  if (to === undefined || e.target === $("slider")) return;
  e.preventDefault();
  show(to);
});
run.steps.forEach((s, i) => $("step" + i).addEventListener("click", () => show(i)));
document.querySelectorAll("a.row").forEach(e => e.removeAttribute("href"));
window.addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0));
show(Number(location.hash.slice(1)) || 0);
