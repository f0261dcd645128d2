// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { afterEach, describe, expect, it, vi } from "vitest";
import { followRedirects } from "../../main/web/console/redirects";

afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
});

describe("The way to another host", () => {
    it("has a time limit", async () => {
        vi.useFakeTimers();
        // A page that never loads.
        const append = vi.spyOn(document.body, "append").mockImplementation(() => undefined);
        const outcome = followRedirects(new URL("http://auth.example/realms/acme")).then(
            () => "arrived",
            (error: Error) => error.constructor.name,
        );
        await vi.advanceTimersByTimeAsync(60_000);
        expect(append).toHaveBeenCalledOnce();
        expect(await Promise.race([outcome, Promise.resolve("pending")])).toBe("SignedOutError");
    });
});
