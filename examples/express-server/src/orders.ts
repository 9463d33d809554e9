/** The application: it knows nothing of SOAP, JSON or HTTP. */
export interface Order {
  readonly Number: bigint;
  readonly Article: string;
  readonly Count: number;
  /** In euros, with all digits. */
  readonly Total: string;
}

export class Orders {
  readonly #orders: Order[] = [];

  place(Article: string, Count: number): Order {
    const Total = (Count * 2.5).toFixed(2);
    const order = { Number: BigInt(this.#orders.length + 1), Article, Count, Total };
    this.#orders.push(order);
    return order;
  }

  find(number: bigint): Order | undefined {
    return this.#orders.find((order) => order.Number === number);
  }
}
