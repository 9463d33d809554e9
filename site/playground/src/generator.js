/** A question that takes longer is given up, in milliseconds. */
const limit = 120_000;

/** Asks a worker about a contract. A newer question ends an older one. */
export class Generator {
  #onPart;
  #worker;
  #id = 0;
  #isBusy = false;
  #timer;

  /** @param {(part: Record<string, unknown>) => void} onPart */
  constructor(onPart) {
    this.#onPart = onPart;
  }

  /** @param {import('./answer.js').Question} question */
  ask(question) {
    if (this.#isBusy) this.#end();
    this.#worker ??= this.#start();
    this.#isBusy = true;
    this.#id++;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#end();
      this.#onPart({ part: 'failed', message: 'It took longer than two minutes.' });
    }, limit);
    this.#worker.postMessage({ id: this.#id, question });
  }

  #start() {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.addEventListener('message', ({ data }) => {
      if (data.id !== this.#id) return;
      if (data.part === 'end' || data.part === 'failed') this.#done();
      this.#onPart(data);
    });
    worker.addEventListener('error', (event) => {
      this.#end();
      this.#onPart({ part: 'failed', message: event.message || 'The generator could not be loaded.' });
    });
    return worker;
  }

  #done() {
    this.#isBusy = false;
    clearTimeout(this.#timer);
  }

  #end() {
    this.#done();
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
