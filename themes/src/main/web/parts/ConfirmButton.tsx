// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useLanguage } from "../language/language";
import { Button } from "./Button";

interface ConfirmButtonProps {
    readonly label: string;
    /** Question of the confirmation. */
    readonly question: string;
    readonly onConfirm: () => void;
    readonly testId?: string;
    /** Accessible description, for users who cannot see the context. */
    readonly about?: string;
    /** Whether the action is running, so that the button is disabled. */
    readonly busy?: boolean;
}

/** A button for an action that cannot be undone. It asks for confirmation. */
export function ConfirmButton({ label, question, onConfirm, testId, about, busy }: ConfirmButtonProps) {
    const { t } = useLanguage();
    const [asked, setAsked] = useState(false);
    const [answered, setAnswered] = useState(false);
    const answer = () => {
        setAsked(false);
        setAnswered(true);
    };
    if (!asked) {
        return (
            <Button
                kind="secondary"
                small
                className="pf-m-danger"
                // eslint-disable-next-line jsx-a11y/no-autofocus -- who has answered goes on from where they were
                autoFocus={answered}
                onClick={() => setAsked(!busy)}
                aria-disabled={busy ?? false}
                data-testid={testId}
                {...(about && { "aria-label": `${label} ${about}` })}
            >
                {label}
            </Button>
        );
    }
    return (
        <span className="keylift-confirm" role="group" aria-label={question}>
            <span>{question}</span>
            <Button
                kind="danger"
                small
                onClick={() => {
                    answer();
                    onConfirm();
                }}
                data-testid={testId && `${testId}-confirm`}
            >
                {label}
            </Button>
            <Button
                kind="link"
                // eslint-disable-next-line jsx-a11y/no-autofocus -- who presses Enter twice has confirmed nothing
                autoFocus
                onClick={answer}
                data-testid={testId && `${testId}-no`}
            >
                {t("no")}
            </Button>
        </span>
    );
}
