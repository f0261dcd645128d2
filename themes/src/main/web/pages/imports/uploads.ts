// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Imports, Order } from "./imports";

/** An input on its way to the server, or behind it. */
export interface Upload {
    readonly order: Order;
    readonly state: "sending" | "sent" | "failed";
    readonly error?: unknown;
}

/**
 * What has been sent since the console was opened. Uploads go on while other pages are shown; whoever closes the
 * window in the
 * middle of one is asked whether he means it.
 */
export class Uploads {
    private all: ReadonlyMap<string, Upload> = new Map();
    private readonly listeners = new Set<() => void>();

    constructor(private readonly imports: Imports) {}

    readonly subscribe = (listener: () => void): (() => void) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    };

    of(job: string): Upload | undefined {
        return this.all.get(job);
    }

    start(order: Order): void {
        this.put({ order, state: "sending" });
        window.addEventListener("beforeunload", keepOpen);
        this.imports
            .start(order)
            .then(
                () => this.put({ order, state: "sent" }),
                (error: unknown) => this.put({ order, state: "failed", error }),
            )
            .finally(() => {
                if (![...this.all.values()].some((upload) => upload.state === "sending")) {
                    window.removeEventListener("beforeunload", keepOpen);
                }
            });
    }

    private put(upload: Upload): void {
        this.all = new Map(this.all).set(upload.order.job, upload);
        this.listeners.forEach((listener) => listener());
    }
}

function keepOpen(event: BeforeUnloadEvent): void {
    event.preventDefault();
}
