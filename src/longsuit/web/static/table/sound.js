// Small sounds of our own, made when they are heard. Off until somebody asks for them.
const KEY = "longsuit-sound";
// Of each: pitches in hertz, seconds of one, shape of the wave, loudness.
const SOUNDS = {
  chip: [[2100, 2900], 0.03, "triangle", 0.12],
  board: [[520], 0.05, "sawtooth", 0.05],
  dealer: [[430], 0.05, "sawtooth", 0.05],
  won: [[523, 659, 784], 0.11, "triangle", 0.14],
  big: [[523, 659, 784, 1047, 1319, 1568], 0.13, "triangle", 0.18],
  lost: [[196, 165], 0.12, "sine", 0.12],
  turn: [[880], 0.12, "sine", 0.1],
};
let context = null;
let on = globalThis.localStorage?.getItem(KEY) === "on";

export const isOn = () => on;

export function turnSound(now) {
  on = now;
  localStorage.setItem(KEY, now ? "on" : "off");
  if (now) play("chip");
}

export function play(name) {
  const sound = SOUNDS[name];
  if (!on || !sound) return;
  const [pitches, seconds, shape, loud] = sound;
  context ||= new AudioContext();
  pitches.forEach((pitch, at) => {
    const start = context.currentTime + at * seconds;
    const wave = context.createOscillator();
    const volume = context.createGain();
    wave.type = shape;
    wave.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + seconds * 1.6);
    wave.connect(volume).connect(context.destination);
    wave.start(start);
    wave.stop(start + seconds * 1.7);
  });
}
