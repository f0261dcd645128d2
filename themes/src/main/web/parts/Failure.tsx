// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { ApiError } from "../console/adminApi";
import { SignedOutError } from "../console/signedOut";
import { useLanguage } from "../language/language";
import { Alert } from "./Alert";
import { Button } from "./Button";
import { messageOf } from "./messageOf";
import { Reload } from "./Reload";

interface FailureProps {
    readonly error: unknown;
    /** Tries again what has failed; without it, the page is loaded again. */
    readonly onRetry?: () => void;
}

/** Says what has gone wrong, and offers a way on. */
export function Failure({ error, onRetry }: FailureProps) {
    const { t } = useLanguage();
    const text = useFailureText();
    const signedOut = error instanceof SignedOutError;
    const retry = signedOut ? undefined : onRetry;
    return (
        <section className="pf-v5-c-page__main-section pf-m-light">
            <Alert kind="danger" title={text(error)} testId="keylift-failure">
                {retry ? (
                    <Button kind="link" onClick={retry}>
                        {t("page.retry")}
                    </Button>
                ) : (
                    <Reload />
                )}
            </Alert>
        </section>
    );
}

/** Puts what has gone wrong into words: the server's own where it has said something. */
export function useFailureText(): (error: unknown) => string {
    const { t } = useLanguage();
    return (error) => {
        if (error instanceof SignedOutError) {
            return t("page.signedOut");
        }
        if (error instanceof ApiError && error.status < 500) {
            return t("page.refused", { message: error.message });
        }
        return t("page.failed", { message: messageOf(error) });
    };
}
